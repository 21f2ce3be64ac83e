"""Export rubbers: either streamed at once, or written by a worker to a file that is kept for a week."""
