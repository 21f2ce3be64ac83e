"""Pages of pools and French tables."""
