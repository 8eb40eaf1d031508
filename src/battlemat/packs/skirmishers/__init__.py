"""Skirmishers from files: units, forces, maps, missions, scenarios, printed cards."""
