"""One file for each chapter of the book: its verbs and its flows."""
