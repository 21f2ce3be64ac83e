"""The service in one process: web, worker and schedule as threads over one SQLite database.

What a club runs on one of its own machines without an administrator: `manage.py start`.
"""
