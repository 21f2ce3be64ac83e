"""API endpoints for events: plans, entrants, draws, results, corrections and standings."""
