"""Figures of play: statistics, ratings, records and honours."""
