"""Plain typed data: battle, units, cards, and how a setup becomes them."""
