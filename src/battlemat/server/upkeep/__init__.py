"""What a server does for itself beside the games: its time, its memory, what is old."""
