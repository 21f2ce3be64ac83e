"""The API's document, to be read in a browser."""
