"""The order in which people fill a board: their moves beside what follows before each of them."""
