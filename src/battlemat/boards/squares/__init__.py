"""The square board of Skirm: maps as text, steps and reach, lines of sight."""
