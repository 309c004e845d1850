"""The checkable sentences of the source documents: a module each, found by scanning this folder."""
