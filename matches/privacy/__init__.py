"""Merge and erase people, and export their personal data. No other domain of the core may import every other."""
