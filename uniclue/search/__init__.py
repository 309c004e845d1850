"""The search methods of the papers, with counters; one or more modules for each kind."""
