"""Reads about pending work and the state of the service."""
