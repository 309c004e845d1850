"""Zhu, Chen and Zhao 2018: animals on a height map, Beautiful Garden, and the difficulty D."""
