"""Pair a Swiss round."""
