"""Keeping a game: its file on disk, and its story in words."""
