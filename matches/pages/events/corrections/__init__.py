"""Pages that correct an event's results, and its history."""
