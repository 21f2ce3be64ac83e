"""Pages of a club's webhooks."""
