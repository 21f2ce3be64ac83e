"""Fold an event's log into the facts that were decided."""
