"""Questions about a puzzle: a file each; a file that is there is a command."""
