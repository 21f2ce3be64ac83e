"""The site: settings, addresses, Celery app, set-up.

Imports nothing: manage.py reads `ecarte_site.setup` from here before Django or Celery is installed.
"""
