"""What is measured, against what. Run with `make bench`.

Machines differ and are noisy, so every speed stands beside a reference measured in the same run,
in turns with it, and the ratio is what counts. Nothing here is a test: a slow day breaks nothing.
"""
