"""Table links and the score pad in the API."""
