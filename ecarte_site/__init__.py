"""The site: settings, addresses, background work."""
