"""API endpoints for clubs, players, members, invitations, tokens and the current user."""
