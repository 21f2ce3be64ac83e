"""Serializers of imports, exports and decisions."""
