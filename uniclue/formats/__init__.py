"""Reading and writing puzzle files, one file per format."""
