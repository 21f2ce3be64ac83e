"""The service in one process: web, worker and schedule as threads over one SQLite database.

A club runs it on a machine of its own, without an administrator: `manage.py start`.
"""
