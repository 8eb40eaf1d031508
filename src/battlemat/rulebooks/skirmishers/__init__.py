"""Skirmishers 0.4: dots, firing arcs, and an enemy who answers in the middle of your move."""
