"""Chapter "Vehicles": the machine, the ride, the seats, and attacks from and on it."""
