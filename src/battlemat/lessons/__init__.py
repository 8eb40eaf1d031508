"""Lessons that are played: judged, answered, checked. Plain functions; no host, no rule."""
