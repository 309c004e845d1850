"""Attacks on the product: a short run in the tests, long ones by command."""
