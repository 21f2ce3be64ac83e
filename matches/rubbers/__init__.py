"""Rubbers: their states, the fold of their log, and every way to enter, correct, confirm or rule on one."""
