"""A person at a terminal: a board of letters, numbered options, and a reason for everything."""
