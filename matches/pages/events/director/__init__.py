"""Pages of an event's director: set-up, entries, draw, results."""
