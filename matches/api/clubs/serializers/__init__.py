"""Serializers of clubs and people."""
