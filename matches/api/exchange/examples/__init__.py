"""Example bodies of imports, exports and decisions."""
