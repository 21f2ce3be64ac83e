"""Files that somebody asks to have prepared: what they are called, whose they are, and how long they are kept."""

from __future__ import annotations

from datetime import timedelta
from typing import Final, Literal, TypeAlias

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.clubs.access import Viewer
from matches.clubs.clock import club_today
from matches.common.enqueue import enqueue_exports
from matches.exchange.exports.formats import FORMS
from matches.exchange.exports.selection import Asked, NotThereError, file_stem, find
from matches.models import Club, Export, User

KEPT: Final = timedelta(days=7)
REMEMBERED: Final = timedelta(days=30)
"""After its end, so that who comes for a file too late is told so."""
MOST_WAITING: Final = 3
MOST_KEPT: Final = 10
"""Of one person: waiting and ready ones."""

State: TypeAlias = Literal["waiting", "writing", "ready", "failed", "gone"]


class TooManyWaitingError(Exception):
    """The person's earlier files have to be written first."""


class TooManyKeptError(ValueError):
    """The person has as many files lying ready as one may have."""

    def __init__(self) -> None:
        super().__init__(
            _("%(most)d of your files are kept already: delete one that you have fetched.")
            % {"most": MOST_KEPT}
        )


def request_export(user: User, asked: Asked, form: str) -> Export:
    """Have a file prepared by a worker.

    Raises ``TooManyWaitingError``, ``TooManyKeptError``, and what ``find`` raises where ``user`` may not have it.
    """
    found = find(user, asked)
    with transaction.atomic():
        # Two that come at once are counted one after the other.
        User.objects.select_for_update().get(pk=user.pk)
        own = Export.objects.filter(by=user)
        if own.filter(finished_at=None).count() >= MOST_WAITING:
            raise TooManyWaitingError
        if own.filter(_is_kept()).count() >= MOST_KEPT:
            raise TooManyKeptError
        export = Export.objects.create(
            club=found.club,
            by=user,
            form=form,
            asked=asked.as_json(),
            name=file_name(found.club, found.about, form),
        )
        transaction.on_commit(lambda: enqueue_exports([export.pk]))
    return export


def own_exports(viewer: Viewer) -> QuerySet[Export]:
    """Those that the viewer asked for: another's may show what he alone may read."""
    if not viewer.is_authenticated:
        return Export.objects.none()
    return Export.objects.filter(by=viewer).select_related("club").order_by("-pk")


def may_still_have(viewer: Viewer, export: Export) -> bool:
    """Whether he who asked for the file may take out today what is in it."""
    try:
        find(viewer, Asked.of_json(export.asked))
    except (NotThereError, PermissionDenied):
        return False
    return True


def state_of(export: Export) -> State:
    if export.finished_at is None:
        return "waiting" if export.claimed_until is None else "writing"
    if export.problem:
        return "failed"
    if export.expires_at is not None and export.expires_at <= timezone.now():
        return "gone"
    return "ready"


def delete_export(export: Export) -> None:
    """The file and all that is kept of the asking; a worker who is at it finds his claim gone."""
    export.delete()


def clear_exports() -> int:
    """Clear away files whose time is over, and what is left of those cleared long ago; how many files."""
    now = timezone.now()
    over = Export.objects.filter(expires_at__lte=now, parts__isnull=False).distinct()
    keys = list(over.values_list("pk", flat=True))
    for export in Export.objects.filter(pk__in=keys):
        export.parts.all().delete()
    Export.objects.filter(finished_at__lte=now - KEPT - REMEMBERED).delete()
    return len(keys)


def file_name(club: Club, about: str, form: str) -> str:
    """``portland-autumn-cup-2026-11-21.egn``, by the club's day."""
    today = club_today(club).isoformat()
    return file_stem(club, about, today) + FORMS[form].suffix


def _is_kept() -> Q:
    return Q(finished_at=None) | Q(problem="", expires_at__gt=timezone.now())
