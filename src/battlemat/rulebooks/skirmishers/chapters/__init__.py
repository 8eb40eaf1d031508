"""The chapters of the book: their verbs and their flows."""
