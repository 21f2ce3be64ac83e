"""Records taken out of the service: at once as a stream, or prepared as a file that is kept for a week."""
