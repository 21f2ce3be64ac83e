"""Statistics, ratings, and the records and honours of clubs."""
