"""Reads that more than one caller needs."""
