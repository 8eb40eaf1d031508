"""What a server knows of people: from where they come, and how they are called."""
