"""Rules: flows that ask and never know who answers. No rulebook imports another."""
