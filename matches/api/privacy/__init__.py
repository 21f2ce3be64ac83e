"""Merging, erasing and exporting a person in the API."""
