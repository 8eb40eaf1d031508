"""Many games at once: duels between players, what they add up to, and what the tests cover."""
