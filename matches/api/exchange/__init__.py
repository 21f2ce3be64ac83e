"""API endpoints for imports, exports and event files, and for what waits to be settled."""
