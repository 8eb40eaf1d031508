"""Puzzle files, read and checked."""
