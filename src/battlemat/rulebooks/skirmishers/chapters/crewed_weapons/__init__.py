"""Chapter "Crewed Weapons": their verbs, and the work that they take."""
