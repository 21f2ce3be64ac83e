"""Clubs and their people in the API."""
