"""Back-ups: everything that the database holds in one file, and the way back, for PostgreSQL and SQLite alike.

``manage.py backup`` and ``manage.py restore`` call `make` and `restore`; docs/backup.md has the file's form.
"""
