"""Reads of the score pad."""
