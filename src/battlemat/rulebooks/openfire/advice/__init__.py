"""What a position is worth to a machine, and what deserves a look."""
