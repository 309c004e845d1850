"""Run Uniclue from a checkout: ``python cli.py unique puzzle.json``."""

from uniclue.cli import process

if __name__ == "__main__":
    process()
