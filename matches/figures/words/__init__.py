"""Names and units of figures and records, in the reader's language."""
