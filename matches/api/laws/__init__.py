"""The laws and rulings in the API."""
