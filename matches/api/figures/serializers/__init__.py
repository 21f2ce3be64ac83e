"""Serializers of figures, ratings and honours."""
