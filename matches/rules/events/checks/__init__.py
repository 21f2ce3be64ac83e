"""Rules that say what may be done to an event now, one module for each group of facts."""
