"""API endpoints that merge, erase and export people."""
