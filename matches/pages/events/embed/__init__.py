"""Standings of an event for embedding in other web sites."""
