"""Pages of the API's reference documentation."""
