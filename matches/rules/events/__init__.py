"""Rules of events (tournaments) as pure functions, from log and results to pairings, tables and places."""
