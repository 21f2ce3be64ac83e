"""Pages of seasons and all-time records."""
