"""Reads about a club's people."""
