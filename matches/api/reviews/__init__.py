"""Reviews, findings and exercises in the API."""
