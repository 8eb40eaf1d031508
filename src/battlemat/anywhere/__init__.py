"""The table without a server: the engine's tables in a page, over a small dictionary of routes."""
