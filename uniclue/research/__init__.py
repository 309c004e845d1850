"""What researchers import: graphs, features, reproductions and studies."""
