"""Skirm from files: squads, factions, maps, missions, environments, scenarios, printed cards."""
