"""Clubs and their people: roles, invitations, players, API tokens, settings."""
