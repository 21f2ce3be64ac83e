"""The application's registration with Django."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MatchesConfig(AppConfig):
    name = "matches"
    verbose_name = _("Matches")

    def ready(self) -> None:
        # The application is made here so that enqueuing by name finds the configured broker in every process.
        from ecarte_site import celery, checks  # noqa: F401
