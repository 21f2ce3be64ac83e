"""Back up the whole database to one file, and restore it, for PostgreSQL and SQLite alike.

The commands ``backup`` and ``restore`` call ``make_backup`` and ``restore_backup``; docs/backup.md describes
the format of the file.
"""
