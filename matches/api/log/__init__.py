"""Logs in the API."""
