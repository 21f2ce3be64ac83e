"""The score pad: table links, the inbox of taps, conflicts, live scores."""
