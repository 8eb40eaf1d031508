"""Geometry alone: distance, reach and sight. Boards know no rulebook."""
