"""Reads of figures, ratings, honours and seasons."""
