"""Reads about reviews, exercises and findings."""
