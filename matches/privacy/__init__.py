"""Merge, erase and export a person's data: the one domain that may touch every other."""
