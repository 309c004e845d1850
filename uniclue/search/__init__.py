"""The search methods of the source documents, instrumented; one or more modules a kind."""
