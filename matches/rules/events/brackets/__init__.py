"""Brackets of knockout and double elimination: shape, rounds, table."""
