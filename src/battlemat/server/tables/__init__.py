"""Games that are being played: tables, who sits at them, what pages are shown of them."""
