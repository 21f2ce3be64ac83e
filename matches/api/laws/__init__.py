"""API endpoints for the laws and for rulings."""
