"""Chapter "Combat": targets, numbers, dice, damage, and what follows an attack."""
