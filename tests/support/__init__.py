"""Resources for the tests: services found or started, fresh databases, browsers and a running site."""
