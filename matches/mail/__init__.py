"""Mail: stored as encrypted rows by those who write it, and sent by a worker of its own."""
