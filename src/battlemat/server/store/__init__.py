"""Where everything is kept: one database, reached by one `Store` and small stores beside it."""
