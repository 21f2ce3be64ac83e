"""Estimate the strength of players from the games they won and lost, week by week.

This package imports neither Django nor the database.
"""
