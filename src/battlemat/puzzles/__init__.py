"""Puzzles: a position, a goal, all answers counted. Plain functions; screens and commands ask."""
