"""Rules that need no database: events, sittings, and figures of play. No Django here, and no Celery."""
