"""Rules that need no database: events, sittings and figures as pure functions. Nothing here imports Django."""
