"""Write entries into a club's log, and read their lines."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.utils import timezone

from matches.models import Club, Event, LogEntry, Membership, Player, TableLink, User
from matches.pages.log.log_words import LogLine, log_lines
from tests.factories.clubs import make_club

AT = datetime(2026, 11, 21, 20, 15, tzinfo=UTC)
HEAD = '[EGN "1"]\n[Event "Autumn Cup"]\n[Round "2"]\n[Table "3"]\n[A "A"]\n[B "B"]\n'
TWO_ONE = HEAD + "\nGame 1 #5-3\nGame 2 #2-5\nGame 3 #5-4\n##2-1\n"
ONE_TWO = HEAD + "\nGame 1 #5-3\nGame 2 #2-5\nGame 3 #4-5\n##1-2\n"
ONE_TWO_ELSEWHERE = ONE_TWO.replace('[Round "2"]\n[Table "3"]', '[Round "Semi-final"]')
FAULTY = HEAD + "\nGame 1\n1. A P R Ka Kb =A3 (1-0)\n*\n"
LIVE = HEAD
RUBBER = "rubber-one"


def make_log_club() -> Club:
    """Return the Portland with Orford and Baldwin, their Autumn Cup, and Clay, its director that evening."""
    club = make_club(time_zone="Europe/London")
    for public_id, name in (("orford", "Orford"), ("baldwin", "Baldwin"), ("dering", "Dering")):
        Player.objects.create(club=club, public_id=public_id, name=name)
    for public_id, name in (("cup", "Autumn Cup"), ("shield", "Winter Shield"), ("none", "")):
        Event.objects.create(club=club, public_id=public_id, name=name)
    user = User.objects.create_user("clay@example.org", name="Clay of the mail")
    clay = Player.objects.create(club=club, public_id="clay", name="Clay", user=user)
    evening = {"since": date(2026, 1, 1), "until": date(2026, 11, 21)}
    Membership.objects.create(club=club, player=clay, role="director", **evening)
    Membership.objects.create(club=club, player=clay, role="member", since=date(2020, 1, 1))
    return club


def append(
    club: Club,
    stream: str,
    kind: str,
    payload: Mapping[str, Any],
    reason: str = "",
    *,
    link: TableLink | None = None,
) -> LogEntry:
    version = LogEntry.objects.filter(stream=stream).count() + 1
    return LogEntry.objects.create(
        club=club,
        stream=stream,
        version=version,
        kind=kind,
        payload=payload,
        by=User.objects.get(email="clay@example.org"),
        at=AT,
        reason=reason,
        key=f"{stream}:{version}",
        link=link,
    )


def begun(egn: str = TWO_ONE, **fields: str) -> dict[str, Any]:
    return {"identity": "i", "event": "cup", "a": "orford", "b": "baldwin", "egn": egn, **fields}


def line_of(club: Club, entry: LogEntry, *, is_public: bool = False) -> LogLine:
    """Return the entry's line, requested by itself; a public one is for readers who may not see the club's members."""
    (line,) = log_lines(
        club, [LogEntry.objects.select_related("by", "link").get(pk=entry.pk)], is_public=is_public
    )
    return line


def table_link(club: Club) -> TableLink:
    return TableLink.objects.create(
        club=club,
        event=Event.objects.get(public_id="cup"),
        token_hash="0" * 64,
        hint="K7QF",
        created_by=User.objects.get(email="clay@example.org"),
        expires_at=timezone.now() + timedelta(days=1),
        player_a=Player.objects.get(public_id="orford"),
        player_b=Player.objects.get(public_id="baldwin"),
    )


IMPORTED = ("rubber.imported", begun())
REPORTED = ("rubber.reported", begun(by="A"))
OPENED = ("rubber.opened", begun(LIVE))
DEAL = ("rubber.deal_recorded", {"deal": "1. A P R =A3 (1-0)", "game": 1})
VOID: tuple[str, Mapping[str, Any]] = ("rubber.voided", {})
ENDED = {"termination": "unfinished", "winner": ""}
