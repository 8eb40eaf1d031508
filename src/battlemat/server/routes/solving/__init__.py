"""Puzzles over HTTP: the list, a position, what an answer is worth."""
