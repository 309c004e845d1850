"""Long work: ordered, resumable and killable; in this process, in others or on a cluster."""
