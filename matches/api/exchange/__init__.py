"""Imports, exports and event files in the API."""
