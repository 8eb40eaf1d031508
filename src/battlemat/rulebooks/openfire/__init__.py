"""Open Fire 0.3: units of models on a free table, measured in inches."""
