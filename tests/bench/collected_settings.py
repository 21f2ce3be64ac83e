"""The site's settings with its static files collected, wherever STATIC_FOLDER says: a checkout has none of its own."""

from __future__ import annotations

import os
from pathlib import Path

from ecarte_site.settings import *  # noqa: F403
from ecarte_site.settings import STORAGES

STATIC_ROOT = Path(os.environ["STATIC_FOLDER"])
STATIC_IS_COLLECTED = True
WHITENOISE_USE_FINDERS = False
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "ecarte_site.static_files.StaticFiles"}}
