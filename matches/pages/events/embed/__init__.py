"""Standings for a club's own web site."""
