"""API endpoints for table links and for the pad of a rubber."""
