"""Events in the API."""
