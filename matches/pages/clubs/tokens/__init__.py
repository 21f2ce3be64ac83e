"""Pages of a person's API tokens."""
