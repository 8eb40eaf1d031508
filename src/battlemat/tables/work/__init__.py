"""What is worked out beside the play: thoughts of machines, odds, luck, the course of a game."""
