"""Views of imports, exports and decisions."""
