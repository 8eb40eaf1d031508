"""Chapters "Firing Arcs", "Resolving Fire" and "Movement Fire": from the aim to the harm."""
