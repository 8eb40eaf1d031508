"""Chapters "Movement" and "Jet Packs": step after step on the ground, and over it."""
