"""Pages of an event: overview, rounds, brackets, crosstables, room screen and prints."""
