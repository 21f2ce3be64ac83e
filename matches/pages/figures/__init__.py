"""Pages of figures of play."""
