"""Serializers of reviews, findings and exercises."""
