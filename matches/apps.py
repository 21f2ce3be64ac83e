"""The application's registration with Django."""

from __future__ import annotations

import contextlib
from pathlib import Path

from django.apps import AppConfig
from django.conf import settings
from django.utils.translation import gettext_lazy as _


class MatchesConfig(AppConfig):
    name = "matches"
    verbose_name = _("Matches")

    def ready(self) -> None:
        if not settings.DATABASE_URL:
            # SQLite does not make it. Settings don't either: the process of live pages reads them where it may write
            # nothing. A folder that can't be made is reported by whoever opens the database.
            with contextlib.suppress(OSError):
                Path(settings.DATA_DIR).mkdir(parents=True, exist_ok=True)
        # The application is made here so that enqueuing by name finds the configured broker in every process.
        from ecarte_site import celery, checks  # noqa: F401
