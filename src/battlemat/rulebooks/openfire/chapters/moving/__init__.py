"""Chapters "Move", "Formation" and "Leaving Assault Range": ways, and those who follow."""
