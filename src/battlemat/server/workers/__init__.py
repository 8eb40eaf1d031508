"""Work in processes of its own: the pools, the inside of a worker, and the pieces of work."""
