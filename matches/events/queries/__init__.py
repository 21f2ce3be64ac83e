"""Reads about events, and about the events that log entries speak of."""
