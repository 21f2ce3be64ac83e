"""The lines of the page that says how the service does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.template.defaultfilters import filesizeformat
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ecarte_site.watching.signs import PARTS, Part, is_there
from matches.common.localized_numbers import grouped
from matches.models import Club
from matches.operations.queries.pending_work import OWED, Amount, Owed
from matches.operations.queries.status import Status
from matches.pages.common.dates import day_text, time_text
from matches.pages.status.words import (
    OWED_WORDS,
    PART_WORDS,
    PLACES,
    WAITING_WORDS,
    WITHOUT,
    WORKER_OF,
)

LATE: Final = timedelta(minutes=10)
"""After this, what the service owes is not simply being worked off; an evening's reviews take a minute."""
OLD_BACKUP: Final = timedelta(days=2)


@dataclass(frozen=True, slots=True)
class Line:
    """``look`` is of the tag: ``good``, ``warn`` or ``bad``. ``advice`` says what to do, where there is anything."""

    name: str | Promise
    look: str
    tag: str
    told: str = ""
    advice: str | Promise = ""
    url: str = ""


def club_lines(found: Status, club: Club | None, now: datetime) -> tuple[list[Line], list[Line]]:
    """What the service owes, and what waits for somebody."""
    owed = [_owed(found, kind, found.amounts[kind], club, now) for kind in OWED]
    waiting = []
    for kind, (name, advice) in WAITING_WORDS.items():
        amount = found.amounts[kind]
        if not amount.number:
            waiting.append(Line(name, "good", _("none")))
            continue
        url = reverse(PLACES[kind], args=[club.slug]) if club and kind in PLACES else ""
        waiting.append(Line(name, "warn", grouped(amount.number), _since(amount, club), advice, url))
    return owed, waiting


def service_lines(found: Status, club: Club | None, now: datetime, *, is_host: bool) -> list[Line]:
    """Its parts, and the last back-up."""
    return [*_parts(found, club, now, is_host=is_host), _backup(found, club, now, is_host=is_host)]


def version_lines(found: Status) -> list[tuple[str, str]]:
    return [(_("Review") if name == "review" else name, number) for name, number in found.versions.items()]


def _owed(found: Status, kind: Owed, amount: Amount, club: Club | None, now: datetime) -> Line:
    name = OWED_WORDS[kind]
    if not amount.number:
        return Line(name, "good", _("up to date"))
    said = ngettext("%(number)s owed", "%(number)s owed", amount.number) % {"number": grouped(amount.number)}
    worker = WORKER_OF[kind]
    is_late = amount.since is not None and now - amount.since > LATE
    if found.signs is not None and not is_there(found.signs.get(worker), now):
        advice = _("%(worker)s: it is not there, and nobody else does this.") % {"worker": PART_WORDS[worker]}
        return Line(
            name, "bad" if is_late or amount.since is None else "warn", said, _since(amount, club), advice
        )
    if not is_late:
        return Line(name, "warn", said, _since(amount, club), _("It is being worked off."))
    advice = _(
        "After a large import, or a new version of the review, that is as it should be as long as the number falls. "
        "If it stands still, the worker’s lines in the log say why."
    )
    return Line(name, "warn", said, _since(amount, club), advice)


def _parts(found: Status, club: Club | None, now: datetime, *, is_host: bool) -> Iterator[Line]:
    if found.signs is None:
        advice = _(
            "Results are stored as ever. Until it is back nothing is worked off, and no page hears of another."
        )
        yield Line("Redis", "bad", _("does not answer"), advice=advice)
        return
    if not found.is_embedded:
        yield Line("Redis", "good", _("answers"))
    for part in PARTS:
        # In the one process pages ask by themselves.
        if not (found.is_embedded and part == "live"):
            yield _part(part, found.signs.get(part), club, now, is_host=is_host)


def _part(part: Part, seen: datetime | None, club: Club | None, now: datetime, *, is_host: bool) -> Line:
    if is_there(seen, now):
        return Line(
            PART_WORDS[part], "good", _("there"), _("Last seen at %(time)s.") % {"time": _clock(seen, club)}
        )
    told = _("Never seen.") if seen is None else _("Last seen on %(when)s.") % {"when": _moment(seen, club)}
    do = _("Start it again; the log says why it ended.") if is_host else _("Tell whoever hosts the service.")
    return Line(PART_WORDS[part], "bad", _("away"), told, f"{WITHOUT[part]} {do}")


def _backup(found: Status, club: Club | None, now: datetime, *, is_host: bool) -> Line:
    name = _("Last back-up")
    do = _("The command “manage.py backup” makes one.") if is_host else _("Tell whoever hosts the service.")
    if found.backup is None:
        return Line(name, "bad", _("none"), _("No back-up has been noted."), do)
    told = [_moment(found.backup.made_at, club), filesizeformat(found.backup.size)]
    if is_host:
        told.append(found.backup.where)
    if now - found.backup.made_at > OLD_BACKUP:
        return Line(name, "bad", _("old"), " · ".join(told), do)
    return Line(name, "good", _("there"), " · ".join(told))


def _since(amount: Amount, club: Club | None) -> str:
    if amount.since is None:
        return ""
    return _("The oldest since %(when)s.") % {"when": _moment(amount.since, club)}


def _there(at: datetime, club: Club | None) -> datetime:
    return at.astimezone(ZoneInfo(club.time_zone) if club else UTC)


def _moment(at: datetime, club: Club | None) -> str:
    there = _there(at, club)
    return _("%(day)s, %(time)s") % {"day": day_text(there), "time": time_text(there)}


def _clock(at: datetime | None, club: Club | None) -> str:
    return "" if at is None else time_text(_there(at, club))
