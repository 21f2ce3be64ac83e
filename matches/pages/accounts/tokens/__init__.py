"""Pages of a user's API tokens."""
