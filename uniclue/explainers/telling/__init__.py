"""Steps in words and pictures."""
