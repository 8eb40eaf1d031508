"""Plain typed data: the battle, its units, their cards, the mission, the setup it starts from."""
