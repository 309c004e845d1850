"""Run Uniclue from a checkout: ``python cli.py unique puzzle.json``."""

from uniclue.cli import main

if __name__ == "__main__":
    main()
