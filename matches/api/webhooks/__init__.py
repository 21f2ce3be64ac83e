"""API endpoints for webhooks and their deliveries."""
