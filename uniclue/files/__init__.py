"""Input and output: opening, atomic writing and locking of files; printing."""
