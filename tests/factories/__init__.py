"""Factories for the clubs, people, rubbers and events that many tests start from."""
