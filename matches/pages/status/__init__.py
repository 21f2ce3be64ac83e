"""Pages that say how the service does."""
