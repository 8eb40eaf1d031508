"""What is written down of a game: rows, one value for each kind of entry, and their proof."""
