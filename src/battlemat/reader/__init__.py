"""The rules to be read: books, chapters and clauses, each with a board that shows it."""
