"""The kit that all pages are made of."""
