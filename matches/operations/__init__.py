"""Operate the service: rebuild rows from the log, find pending work, report the status, and make back-ups."""
