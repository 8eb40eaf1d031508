"""The free table of Open Fire: exact geometry in hundredths of an inch."""
