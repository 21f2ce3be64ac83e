"""Reads about imports, exports, and what waits to be settled."""
