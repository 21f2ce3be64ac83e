"""Pages of clubs, people, accounts, invitations and settings."""
