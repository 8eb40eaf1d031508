"""Campaigns over HTTP: routes, and the shapes of what is asked and told."""
