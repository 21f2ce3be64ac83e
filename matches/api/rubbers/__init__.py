"""API endpoints for rubbers, their games and deals."""
