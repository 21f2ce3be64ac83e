"""API endpoints for reviews, findings and exercises."""
