"""The board of dots of Skirmishers: a triangular lattice with levels, buildings and ground."""
