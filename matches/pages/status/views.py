"""Serve the status pages: for a club's owners with the club's pending work, for the host with that of all clubs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.defaultfilters import filesizeformat
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ecarte_site.watching.signs import Part, is_alive
from matches.common.number_format import grouped
from matches.models import Club
from matches.operations.status import PENDING_KINDS, Amount, PendingKind, Status, expected_parts, status
from matches.pages.common.club_context import require_club
from matches.pages.common.dates import day_text, time_text
from matches.pages.common.navigation import club_crumb
from matches.pages.status.words import (
    MAIL_IS_LATE,
    PART_WORDS,
    PENDING_WORDS,
    PLACES,
    WAITING_WORDS,
    WITHOUT,
    WORKER_OF,
)

LATE: Final = timedelta(minutes=10)
"""The age from which pending work is shown as late; the reviews of an evening take a minute."""
OLD_BACKUP: Final = timedelta(days=2)
EVERY_MINUTE: Final[tuple[Part, ...]] = ("schedule", "sweep")
"""The parts that give their first sign up to a minute after the start."""


@dataclass(frozen=True, slots=True)
class StatusLine:
    """A row of the status page: ``tag`` is a word on the state, ``look`` its CSS class: good, warn or bad."""

    name: str | Promise
    look: str
    tag: str
    detail: str = ""
    advice: str | Promise = ""
    url: str = ""


def club_lines(status: Status, club: Club | None, now: datetime) -> tuple[list[StatusLine], list[StatusLine]]:
    """Return the rows on pending work and on problems that a person must solve, of ``club`` or of all clubs."""
    pending = [_pending(status, kind, status.amounts[kind], club, now) for kind in PENDING_KINDS]
    waiting = []
    for kind, (name, advice) in WAITING_WORDS.items():
        amount = status.amounts[kind]
        if not amount.number:
            waiting.append(StatusLine(name, "good", _("none")))
            continue
        url = reverse(PLACES[kind], args=[club.slug]) if club and kind in PLACES else ""
        waiting.append(StatusLine(name, "warn", grouped(amount.number), _since(amount, club), advice, url))
    return pending, waiting


def _pending(
    status: Status, kind: PendingKind, amount: Amount, club: Club | None, now: datetime
) -> StatusLine:
    name, worker = PENDING_WORDS[kind], WORKER_OF[kind]
    if not amount.number:
        return StatusLine(name, "good", _("up to date"))
    count = ngettext("%(number)s pending", "%(number)s pending", amount.number) % {
        "number": grouped(amount.number)
    }
    since = _since(amount, club)
    is_late = amount.since is not None and now - amount.since > LATE
    if status.signs is not None and not is_alive(status.signs.get(worker), now):
        advice = _("%(worker)s: not running, and nothing else does this.") % {"worker": PART_WORDS[worker]}
        return StatusLine(name, "bad" if is_late or amount.since is None else "warn", count, since, advice)
    if not is_late:
        return StatusLine(name, "warn", count, since, _("In progress."))
    if kind == "mail":
        return StatusLine(name, "bad", count, since, MAIL_IS_LATE)
    advice = _(
        "This is normal after a large import or a new version of the review, as long as the number falls. If "
        "it stays the same, the worker’s lines in the log say why."
    )
    return StatusLine(name, "warn", count, since, advice)


def _parts(status: Status, club: Club | None, now: datetime, *, is_host: bool) -> Iterator[StatusLine]:
    if status.signs is None:
        advice = _(
            "Results are still stored. Until it is back, background work waits and pages do not update "
            "themselves."
        )
        yield StatusLine("Redis", "bad", _("does not answer"), advice=advice)
        return
    if not status.is_embedded:
        yield StatusLine("Redis", "good", _("answers"))
    for part in expected_parts():
        # In the single-process setup pages poll instead of streaming.
        if not (status.is_embedded and part == "live"):
            last_seen = status.signs.get(part)
            if part in EVERY_MINUTE and status.is_starting and not is_alive(last_seen, now):
                yield StatusLine(PART_WORDS[part], "good", _("starting"))
            else:
                yield _part(part, last_seen, club, now, is_host=is_host)


def _part(
    part: Part, last_seen: datetime | None, club: Club | None, now: datetime, *, is_host: bool
) -> StatusLine:
    if last_seen is not None and is_alive(last_seen, now):
        seen = _("Last seen at %(time)s.") % {"time": time_text(_local(last_seen, club))}
        return StatusLine(PART_WORDS[part], "good", _("running"), seen)
    detail = _("Never seen.")
    if last_seen is not None:
        detail = _("Last seen on %(when)s.") % {"when": _moment(last_seen, club)}
    remedy = _("Start it again. The log says why it stopped.") if is_host else _("Tell the host of the site.")
    return StatusLine(PART_WORDS[part], "bad", _("stopped"), detail, f"{WITHOUT[part]} {remedy}")


def _backup(status: Status, club: Club | None, now: datetime, *, is_host: bool) -> StatusLine:
    name = _("Last back-up")
    by_host, by_others = _("Make one with “manage.py backup”."), _("Tell the host of the site.")
    remedy = by_host if is_host else by_others
    if status.backup is None:
        return StatusLine(name, "bad", _("never"), _("No back-up has been made yet."), remedy)
    details = [_moment(status.backup.made_at, club), filesizeformat(status.backup.size)]
    if is_host:
        details.append(status.backup.where)
    if now - status.backup.made_at > OLD_BACKUP:
        return StatusLine(name, "bad", _("old"), " · ".join(details), remedy)
    return StatusLine(name, "good", _("recent"), " · ".join(details))


def _since(amount: Amount, club: Club | None) -> str:
    if amount.since is None:
        return ""
    return _("Oldest: %(when)s.") % {"when": _moment(amount.since, club)}


def _local(at: datetime, club: Club | None) -> datetime:
    return at.astimezone(ZoneInfo(club.time_zone) if club else UTC)


def _moment(at: datetime, club: Club | None) -> str:
    local = _local(at, club)
    return _("%(day)s, %(time)s") % {"day": day_text(local), "time": time_text(local)}


@require_safe
@never_cache
def club_status(request: HttpRequest, slug: str) -> HttpResponse:
    club, powers = require_club(request, slug, "change_club")
    return _render_status(request, club, is_host=powers.is_host)


@require_safe
@never_cache
def host_status(request: HttpRequest) -> HttpResponse:
    if not (request.user.is_authenticated and request.user.is_superuser):
        raise PermissionDenied
    return _render_status(request, None, is_host=True)


def _render_status(request: HttpRequest, club: Club | None, *, is_host: bool) -> HttpResponse:
    current, now = status(club), timezone.now()
    pending, waiting = club_lines(current, club, now)
    parts = _parts(current, club, now, is_host=is_host)
    service = [*parts, _backup(current, club, now, is_host=is_host)]
    context = {
        "club": club,
        "crumbs": [club_crumb(club)] if club else [],
        "urgent": [line for line in (*pending, *waiting, *service) if line.look == "bad"],
        "pending": pending,
        "waiting": waiting,
        "service": service,
        "versions": current.versions,
        "is_host": is_host,
    }
    return render(request, "status/status.html", context)
