"""Pools and French tables in the API."""
