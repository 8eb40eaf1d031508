"""Before the battle: pieces of terrain, how they are changed, markers in the way, leaders."""
