"""Running the service: rebuild, sweep, pending work, status, demonstration, back-ups."""
