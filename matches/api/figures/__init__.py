"""API endpoints for figures, ratings, records and seasons."""
