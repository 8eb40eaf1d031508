"""The rules to be read over HTTP: books, and the boards beside their clauses."""
