"""Clubs and their people: players, roles, invitations, accounts and API tokens."""
