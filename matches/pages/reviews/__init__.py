"""Pages of reviews, exercises, and the old treatise."""
