"""The pages of a planned event that everybody sees: rounds, tables, brackets, a screen for the room."""
