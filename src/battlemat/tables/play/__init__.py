"""The game itself, as its ledger leads it: battle, log, dice, clocks, ways back."""
