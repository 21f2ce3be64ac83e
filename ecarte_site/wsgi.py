"""The WSGI application that gunicorn and the embedded server call."""

from __future__ import annotations

import gc
import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ecarte_site.settings")

application = get_wsgi_application()

# What is loaded now stays as long as the process: the collector need not look through it after every few hundred rows.
gc.freeze()
gc.set_threshold(10_000, 20, 20)
