"""Long work: in order, to be continued, killable; here, in processes, on a cluster."""
