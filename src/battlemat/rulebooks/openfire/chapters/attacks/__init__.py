"""Chapters "Attack" and "Apply Damage": declared, rolled, suffered."""
