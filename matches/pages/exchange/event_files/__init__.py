"""Pages that export and import a whole event as one file."""
