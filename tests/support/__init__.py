"""What the tests stand on: services found or started, fresh databases, browsers, a running site."""
