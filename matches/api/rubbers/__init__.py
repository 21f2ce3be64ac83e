"""Rubbers, games and deals in the API."""
