"""Pools and French tables: an evening at one table where more than two take turns, from its log and its games."""
