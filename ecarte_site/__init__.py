"""The site: settings, URLs, Celery app, set-up.

This module imports nothing: manage.py loads `ecarte_site.setup` through it before Django or Celery is
installed.
"""
