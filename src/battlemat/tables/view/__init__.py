"""What is shown of a table: boards, states, pages of log and options, as JSON text."""
