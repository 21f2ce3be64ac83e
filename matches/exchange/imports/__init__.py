"""Import a file of rubbers: plan each, then store it."""
