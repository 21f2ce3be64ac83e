"""The pages on the state of the site, for the host and for owners of clubs."""
