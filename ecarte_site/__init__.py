"""The site: settings, addresses, Celery app, set-up.

Imports nothing: manage.py reads `ecarte_site.setup` and `ecarte_site.local` from here before Django or Celery
is installed. The Celery app is loaded by `matches.apps`, in time for every shared task.
"""
