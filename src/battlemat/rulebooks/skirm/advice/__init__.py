"""What a position is worth, and which options deserve a look."""
