"""Pages of a club's records and seasons."""
