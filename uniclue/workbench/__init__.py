"""The workbench: a page on this machine where puzzles are written, judged and solved."""
