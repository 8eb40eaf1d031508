"""The state of a battle: plain typed data, and the ground it stands on."""
