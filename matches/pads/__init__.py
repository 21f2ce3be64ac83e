"""Score pads: links for tables, entries sent by phones, conflicts between two phones, and live scores."""
