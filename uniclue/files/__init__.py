"""The front and the back door: files opened, written whole and locked; what is printed."""
