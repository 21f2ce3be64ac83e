"""The score pad of a table: pages, scripts and requests of a phone that scores a rubber."""
