"""The registry of search methods, and boards that searches, ratings and recipes share."""
