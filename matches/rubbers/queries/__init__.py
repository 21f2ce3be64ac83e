"""Reads about rubbers that more than one caller needs."""
