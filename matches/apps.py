"""The Django configuration of the app ``matches``, which registers the hooks."""

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
            # SQLite does not create the folder. Nor do the settings: the process of live pages reads them where it may
            # not write. If the folder cannot be created, opening the database reports it.
            with contextlib.suppress(OSError):
                Path(settings.DATA_DIR).mkdir(parents=True, exist_ok=True)
        # Create the Celery application here, so that enqueuing by name finds the configured broker in every process.
        from ecarte_site import celery, checks  # noqa: F401

        _register_hooks()


def _register_hooks() -> None:
    """Register the functions that take part in changes (``matches.common.hooks``), in the order of the calls.

    In this order they lock rows: progress of ratings and honours, the sitting, webhooks.
    """
    from matches.common import hooks
    from matches.figures.deferred_updates import note_begun_rubbers, note_changed_club, note_changed_rubber
    from matches.sittings.write_sitting import follow_rubber
    from matches.webhooks.publish import (
        publish_event_change,
        publish_new_rubbers,
        publish_review_done,
        publish_rubber_change,
    )

    hooks.club_changed.register(note_changed_club)
    hooks.rubbers_begun.register(note_begun_rubbers, publish_new_rubbers)
    hooks.rubber_changed.register(note_changed_rubber, follow_rubber, publish_rubber_change)
    hooks.event_written.register(publish_event_change)
    hooks.review_written.register(publish_review_done)
