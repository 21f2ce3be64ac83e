"""Views of webhooks and deliveries."""
