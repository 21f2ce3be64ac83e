"""Whole events as files."""
