"""Skirm: one engine, three editions. The state is in battle.py, the flow starts in rulebook.py."""
