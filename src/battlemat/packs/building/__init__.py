"""What builders of squads are shown, and what a saved squad says of its content."""
