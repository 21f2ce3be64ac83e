"""The club's desk: settings, events, files brought in and taken out, what waits to be settled, the log."""
