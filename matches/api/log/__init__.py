"""API endpoints for the logs of clubs, events, rubbers and tables."""
