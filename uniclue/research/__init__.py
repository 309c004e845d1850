"""What researchers import: graphs, features, reproductions, studies. The product never imports it."""
