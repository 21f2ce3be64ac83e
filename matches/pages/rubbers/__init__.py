"""Pages of a rubber and its deals."""
