"""The WSGI application that gunicorn and the embedded server call."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ecarte_site.settings")

application = get_wsgi_application()
