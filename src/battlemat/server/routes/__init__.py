"""The HTTP face of the server: the shapes of requests and responses, and what answers them."""
