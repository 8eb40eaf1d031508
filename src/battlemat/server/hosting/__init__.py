"""The tables that a server has: awake, asleep, driven by machines, in the lobby."""
