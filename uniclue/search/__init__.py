"""The source documents' own ways to search, instrumented; one file for each kind."""
