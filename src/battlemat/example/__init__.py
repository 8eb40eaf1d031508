"""Standoff, a whole small game with its pack: what `battlemat new rulebook` writes."""
