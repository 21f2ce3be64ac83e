"""Serializers of sittings."""
