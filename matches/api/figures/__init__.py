"""Figures, ratings, records and seasons in the API."""
