"""What researchers import: graphs, features and studies of difficulty; the product does not."""
