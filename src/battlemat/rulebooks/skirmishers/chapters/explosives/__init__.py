"""Chapter "Explosives": preparing, throwing and shelling, and how they burst."""
