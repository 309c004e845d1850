"""The commands of the source documents."""
