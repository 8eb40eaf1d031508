"""Games that outlive their rules: shown from what was stored, and gone on with by agreement."""
