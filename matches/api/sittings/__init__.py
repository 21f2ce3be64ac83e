"""API endpoints for pools and French tables."""
