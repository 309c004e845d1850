"""Pictures of boards: a board is described once, and drawn as text or as an image."""
