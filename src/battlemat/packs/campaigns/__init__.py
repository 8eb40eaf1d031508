"""Campaign files: a chain or graph of points that forces live through."""
