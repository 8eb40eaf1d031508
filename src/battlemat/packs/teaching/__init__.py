"""Files that teach: lessons, and the conditions that they wait for."""
