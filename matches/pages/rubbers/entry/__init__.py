"""Pages that enter, correct, confirm and end a rubber."""
