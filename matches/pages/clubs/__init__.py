"""Pages of a club: its home page, settings, players, members and invitations."""
