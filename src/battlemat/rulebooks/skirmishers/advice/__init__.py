"""Advice for machines: what a position is worth, what deserves a look."""
