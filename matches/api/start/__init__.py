"""The API's entrance, its document, and the list of problems."""
