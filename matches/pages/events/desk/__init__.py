"""The pages on which a director runs an event: entries, check-in, draws, results, undo."""
