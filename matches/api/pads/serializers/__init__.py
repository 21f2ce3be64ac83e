"""Serializers of table links and pads."""
