"""Every kind of log entry has a sentence: the actor, the rubber and the change."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any, get_args

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

import matches
from matches.common import log
from matches.models import Club, Event, LogEntry, Membership, Player, TableLink, User
from matches.pages.log import log_words_events
from matches.pages.log.log_words import LogLine, log_lines
from matches.pages.log.log_words_people import SENTENCES
from matches.pages.log.log_words_rubbers import RUBBER_SENTENCES
from matches.rubbers.states import RubberKind
from tests.factories.clubs import make_club

AT = datetime(2026, 11, 21, 20, 15, tzinfo=UTC)
HEAD = '[EGN "1"]\n[Event "Autumn Cup"]\n[Round "2"]\n[Table "3"]\n[A "A"]\n[B "B"]\n'
TWO_ONE = HEAD + "\nGame 1 #5-3\nGame 2 #2-5\nGame 3 #5-4\n##2-1\n"
ONE_TWO = HEAD + "\nGame 1 #5-3\nGame 2 #2-5\nGame 3 #4-5\n##1-2\n"
ONE_TWO_ELSEWHERE = ONE_TWO.replace('[Round "2"]\n[Table "3"]', '[Round "Semi-final"]')
FAULTY = HEAD + "\nGame 1\n1. A P R Ka Kb =A3 (1-0)\n*\n"
LIVE = HEAD
RUBBER = "rubber-one"


@pytest.fixture
def club(db: None) -> Club:
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


def line_of(club: Club, *entries: LogEntry) -> LogLine:
    """Return the line of the last of ``entries``, requested by itself."""
    return log_lines(club, [LogEntry.objects.select_related("by").get(pk=entries[-1].pk)])[0]


def told_of_rubber(club: Club, *facts: tuple[str, Mapping[str, Any]]) -> LogLine:
    return line_of(club, *(append(club, f"rubber:{RUBBER}", kind, payload) for kind, payload in facts))


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

RUBBER_LINES: list[tuple[list[tuple[str, Mapping[str, Any]]], str]] = [
    ([("rubber.entered", begun())], "Clay (director) entered Orford – Baldwin 2–1."),
    ([("rubber.entered", begun(FAULTY))], "Clay (director) entered Orford – Baldwin 0–0, as a draft."),
    ([REPORTED], "Clay (director) reported Orford – Baldwin 2–1."),
    (
        [("rubber.reported", begun(FAULTY, by="A"))],
        "Clay (director) reported Orford – Baldwin 0–0, as a draft.",
    ),
    ([OPENED], "Clay (director) started Orford – Baldwin at the table."),
    ([OPENED, DEAL], "Clay (director) recorded a deal of Orford – Baldwin."),
    (
        [OPENED, ("rubber.cut_recorded", {"game": 1, "cut": "cut A=CK B=D8"})],
        "Clay (director) recorded the cut for deal of Orford – Baldwin.",
    ),
    (
        [OPENED, DEAL, ("rubber.deal_undone", {"deal": 1, "game": 1})],
        "Clay (director) undid the last deal of Orford – Baldwin.",
    ),
    ([OPENED, DEAL, ("rubber.closed", ENDED)], "Clay (director) ended Orford – Baldwin 0–0 at the table."),
    (
        [OPENED, DEAL, ("rubber.reported", {**ENDED, "by": "A"})],
        "Clay (director) reported the result at the table: Orford – Baldwin 0–0.",
    ),
    ([REPORTED, ("rubber.confirmed", {})], "Clay (director) confirmed Orford – Baldwin 2–1."),
    ([REPORTED, ("rubber.disputed", {"by": "B"})], "Clay (director) disputed Orford – Baldwin 2–1."),
    (
        [REPORTED, ("rubber.report_changed", {"egn": ONE_TWO})],
        "Clay (director) corrected the report of Orford – Baldwin from 2–1 to 1–2. It waits to be confirmed.",
    ),
    (
        [REPORTED, ("rubber.report_changed", {"egn": TWO_ONE.replace("#5-4", "#5-1")})],
        "Clay (director) corrected the report of Orford – Baldwin 2–1. The score is the same, "
        "and it waits to be confirmed.",
    ),
    (
        [REPORTED, ("rubber.report_withdrawn", {})],
        "Clay (director) withdrew the report of Orford – Baldwin 2–1.",
    ),
    ([IMPORTED, VOID], "Clay (director) declared Orford – Baldwin 2–1 void."),
    (
        [IMPORTED, ("rubber.corrected", {"egn": ONE_TWO})],
        "Clay (director) corrected Orford – Baldwin from 2–1 to 1–2.",
    ),
    (
        [IMPORTED, ("rubber.corrected", {"egn": TWO_ONE.replace("#5-4", "#5-1")})],
        "Clay (director) corrected the game file of Orford – Baldwin 2–1. The score is the same.",
    ),
    (
        [IMPORTED, ("rubber.corrected", {"egn": ONE_TWO, "a": "dering", "b": "baldwin"})],
        "Clay (director) corrected Orford – Baldwin from 2–1 to 1–2. "
        "The players were Orford – Baldwin and are Dering – Baldwin.",
    ),
    (
        [IMPORTED, ("rubber.corrected", {"egn": ONE_TWO_ELSEWHERE, "event": "shield"})],
        "Clay (director) corrected Orford – Baldwin from 2–1 to 1–2. "
        "The event was Autumn Cup and is Winter Shield. It moved from table 3, round 2 to Semi-final.",
    ),
    (
        [IMPORTED, ("rubber.corrected", {"egn": ONE_TWO, "event": "none"})],
        "Clay (director) corrected Orford – Baldwin from 2–1 to 1–2. "
        "The event was Autumn Cup and is friendly games.",
    ),
    (
        [IMPORTED, VOID, ("rubber.corrected", {"egn": ONE_TWO})],
        "Clay (director) corrected Orford – Baldwin from 2–1 to 1–2. Its result is settled now.",
    ),
    (
        [IMPORTED, ("rubber.corrected", {"egn": FAULTY})],
        "Clay (director) corrected Orford – Baldwin from 2–1 to 0–0. "
        "It is a draft until its findings are settled.",
    ),
]


@pytest.mark.parametrize(("facts", "line"), RUBBER_LINES)
def test_line_about_a_rubber(club: Club, facts: list[tuple[str, Mapping[str, Any]]], line: str) -> None:
    log_line = told_of_rubber(club, *facts)
    assert " ".join((log_line.sentence, *log_line.further)) == line
    assert log_line.place == "Table 3, round 2, Autumn Cup"
    assert log_line.url == f"/rubbers/{RUBBER}/"


CLUB_LINES: list[tuple[str, Mapping[str, Any], str]] = [
    ("club.made", {"player": "clay", "is_public": True}, "Clay (director) created the club."),
    (
        "club.changed",
        {"name": "Ravensbourne", "time_zone": "Europe/Paris", "currency": "CHF", "is_public": False},
        "Clay (director) changed the club’s settings. The club is called Ravensbourne. "
        "Its time zone is Europe/Paris. Its currency is CHF. It is for members only.",
    ),
    (
        "club.changed",
        {"is_public": True, "reviews_open": True},
        "Clay (director) changed the club’s settings. It is public. "
        "The members agreed to share their review figures.",
    ),
    (
        "club.changed",
        {"season_month": 1},
        "Clay (director) changed the club’s settings. A season begins in January.",
    ),
    (
        "club.changed",
        {"reviews_open": False},
        "Clay (director) changed the club’s settings. Review figures are private again.",
    ),
    (
        "club.changed",
        {"analyses": "players"},
        "Clay (director) changed the club’s settings. Only the two players of a deal see its analysis.",
    ),
    (
        "club.invited",
        {"invitation": "x", "role": "scorer"},
        "Clay (director) made an invitation for the role scorer.",
    ),
    (
        "club.invited",
        {"invitation": "x", "role": "scorer", "player": "orford"},
        "Clay (director) invited Orford as scorer.",
    ),
    ("club.invitation_revoked", {"invitation": "x"}, "Clay (director) revoked an invitation."),
    ("club.table_link_made", {"rubber": "x", "links": ["y"]}, "Clay (director) made a link for a table."),
    (
        "club.table_link_made",
        {"event": "x", "round": "Semi-final", "links": ["y", "z"]},
        "Clay (director) made 2 table links: Semi-final.",
    ),
    ("club.table_link_revoked", {"links": ["y"]}, "Clay (director) revoked a table’s link."),
    ("club.table_link_revoked", {"links": ["y", "z"]}, "Clay (director) revoked 2 links of tables."),
    (
        "club.joined",
        {"invitation": "x", "player": "orford", "role": "member"},
        "Orford joined the club as member.",
    ),
    (
        "club.role_changed",
        {"player": "orford", "role": "scorer", "was": "member"},
        "Clay (director) changed the role of Orford from member to scorer.",
    ),
    (
        "club.membership_ended",
        {"player": "orford", "was": "member"},
        "Clay (director) ended the membership of Orford, who was member.",
    ),
    (
        "club.players_added",
        {"players": ["orford", "baldwin"]},
        "Clay (director) added to the club’s players: Orford, Baldwin.",
    ),
    (
        "club.guest_removed",
        {"player": "gone", "rubber": "r"},
        "Clay (director) made a correction that left a guest without a rubber. The guest is no longer on the list.",
    ),
    ("club.player_renamed", {"player": "orford"}, "Clay (director) renamed a player, now Orford."),
    (
        "club.players_merged",
        {"player": "orford", "merged": "baldwin"},
        "Clay (director) merged two entries of Orford on the list.",
    ),
    (
        "club.person_forgotten",
        {"player": "orford"},
        "Clay (director) deleted a person’s data. The results stay.",
    ),
    (
        "club.password_link_made",
        {"player": "orford"},
        "Clay (director) made a link for Orford to choose a new password.",
    ),
    ("club.event_imported", {"event": "cup"}, "Clay (director) imported an event from a file."),
    (
        "club.conflict_kept",
        {"conflict": "x", "rubber": RUBBER},
        "Clay (director) kept the stored version of a rubber and not the other one.",
    ),
    ("club.text_dismissed", {"text": "x"}, "Clay (director) dismissed a record that could not be read."),
    ("club.webhook_made", {"webhook": "x"}, "Clay (director) added a webhook."),
    ("club.webhook_changed", {"webhook": "x"}, "Clay (director) changed a webhook."),
    ("club.webhook_removed", {"webhook": "x"}, "Clay (director) removed a webhook."),
    ("club.webhook_secret_changed", {"webhook": "x"}, "Clay (director) changed a webhook’s secret."),
    (
        "club.webhook_stopped",
        {"webhook": "x", "because": "gone"},
        "A webhook was switched off: its receiver answered that it is gone.",
    ),
    (
        "club.webhook_stopped",
        {"webhook": "x", "because": "failing"},
        "A webhook was switched off: its receiver had not answered for five days.",
    ),
    ("club.unheard_of", {}, "Clay (director) made an entry of the kind club.unheard_of."),
]


@pytest.mark.parametrize(("kind", "payload", "line"), CLUB_LINES)
def test_line_about_people_and_settings(club: Club, kind: str, payload: Mapping[str, Any], line: str) -> None:
    log_line = line_of(club, append(club, "club:portland", kind, payload))
    assert " ".join((log_line.sentence, *log_line.further)) == line
    assert log_line.place == ""


def test_line_about_an_import_names_its_file_and_not_the_imports_own_reason(club: Club) -> None:
    entry = append(club, f"rubber:{RUBBER}", *IMPORTED, "import of evening.egn")
    log_line = line_of(club, entry)
    line = "Clay (director) imported Orford – Baldwin 2–1 from the file evening.egn."
    assert log_line.sentence == line
    assert log_line.reason == ""


def test_lines_about_an_event_say_what_it_was_called(club: Club) -> None:
    first = append(club, "event:cup", "event.opened", {"club": "portland", "name": "Autumn Cap"})
    second = append(club, "event:cup", "event.renamed", {"name": "Autumn Cup"})
    opened, renamed = line_of(club, first), line_of(club, second)
    assert opened.sentence == "Clay (director) opened the event Autumn Cap."
    assert renamed.sentence == "Clay (director) renamed the event Autumn Cap to Autumn Cup."
    assert renamed.url == "/clubs/portland/events/cup/"


@pytest.mark.parametrize(
    ("kind", "payload", "line"),
    [
        (
            "rubber.deal_recorded",
            DEAL[1],
            "The table, with the link K7QF of Clay (director), recorded a deal of Orford – Baldwin.",
        ),
        (
            "rubber.confirmed",
            {"by": "B"},
            "Baldwin, with the table’s link K7QF of Clay (director), confirmed Orford – Baldwin 2–1.",
        ),
    ],
)
def test_what_came_by_a_table_s_link_says_so(
    club: Club, kind: str, payload: Mapping[str, Any], line: str
) -> None:
    append(club, f"rubber:{RUBBER}", *(OPENED if kind == "rubber.deal_recorded" else REPORTED))
    entry = append(club, f"rubber:{RUBBER}", kind, payload, link=table_link(club))
    assert line_of(club, entry).sentence == line


def public_line(club: Club, entry: LogEntry) -> LogLine:
    """Return the line as shown to readers who may not see the club's members."""
    return log_lines(club, [LogEntry.objects.select_related("by", "link").get(pk=entry.pk)], is_public=True)[
        0
    ]


PUBLIC_LINES: dict[str, str] = {
    "rubber.opened": "Orford – Baldwin was started at the table.",
    "rubber.deal_recorded": "A deal of Orford – Baldwin was recorded.",
    "rubber.cut_recorded": "The cut for deal of Orford – Baldwin was recorded.",
    "rubber.deal_undone": "The last deal of Orford – Baldwin was undone.",
    "rubber.closed": "Orford – Baldwin 0–0 ended at the table.",
    "rubber.confirmed": "Orford – Baldwin 2–1 was confirmed.",
    "rubber.disputed": "Orford – Baldwin 2–1 was disputed.",
    "rubber.report_withdrawn": "The report of Orford – Baldwin 2–1 was withdrawn.",
    "rubber.voided": "Orford – Baldwin 2–1 was declared void.",
}
"""The line of each kind of entry about a rubber that has one sentence, for readers who may not see who acted."""


@pytest.mark.parametrize(("facts", "line"), RUBBER_LINES)
def test_public_line_about_a_rubber_says_all_but_who_acted(
    club: Club, facts: list[tuple[str, Mapping[str, Any]]], line: str
) -> None:
    entries = [append(club, f"rubber:{RUBBER}", kind, payload) for kind, payload in facts]
    log_line = public_line(club, entries[-1])
    assert "Clay" not in log_line.sentence
    assert log_line.further == line_of(club, entries[-1]).further
    expected = PUBLIC_LINES.get(facts[-1][0])
    assert expected is None or log_line.sentence == expected


def test_public_line_says_nothing_of_a_tables_link(club: Club) -> None:
    append(club, f"rubber:{RUBBER}", *REPORTED)
    entry = append(club, f"rubber:{RUBBER}", "rubber.confirmed", {"by": "B"}, link=table_link(club))
    assert public_line(club, entry).sentence == "Orford – Baldwin 2–1 was confirmed."


@pytest.mark.parametrize("kind", ["club.unheard_of", "club.joined", "event.opened", "sitting.opened"])
def test_public_line_about_anything_else_names_nobody(club: Club, kind: str) -> None:
    payload = {"player": "clay", "role": "director", "name": "Clay"}
    entry = append(club, f"{kind.partition('.')[0]}:portland", kind, payload)
    assert public_line(club, entry).sentence == f"An entry of the kind {kind}."


@pytest.mark.parametrize(
    ("reason", "is_told"),
    [
        ("The third game was Baldwin's.", True),
        ("Clayton's sheet was misread.", True),
        ("import of evening.egn", True),
        ("The sheet was <misread>.", True),
        ("", True),
        ("So Clay saw it.", False),
        ("Said CLAY.", False),
        ("Ask clay@example.org!", False),
        ("I decide this as director.", False),
        ("Décidé par le directeur.", False),
        ("import of clay-at-home.egn", False),
    ],
)
def test_reason_that_gives_away_who_acted_is_for_the_clubs_people(
    club: Club, reason: str, is_told: bool
) -> None:
    append(club, f"rubber:{RUBBER}", *IMPORTED)
    entry = append(club, f"rubber:{RUBBER}", "rubber.corrected", {"egn": ONE_TWO}, reason)
    assert public_line(club, entry).reason == (reason if is_told else "")
    assert line_of(club, entry).reason == reason


def test_file_that_is_called_after_who_brought_it_in_is_not_named(club: Club) -> None:
    entries = [
        append(club, f"rubber:{name}", *IMPORTED, f"import of {name}.egn") for name in ("evening", "clay")
    ]
    assert [public_line(club, entry).sentence for entry in entries] == [
        "Orford – Baldwin 2–1 was imported from the file evening.egn.",
        "Orford – Baldwin 2–1 was imported from the file ?.",
    ]


def test_every_kind_that_is_written_has_its_sentence_and_its_case() -> None:
    package = Path(next(iter(matches.__path__)))
    of_clubs = {
        kind
        for file in package.rglob("*.py")
        if file.relative_to(package).parts[0] not in ("api", "migrations", "pages")
        for kind in re.findall(r'"(club\.[a-z_]+)"', file.read_text(encoding="utf-8"))
    }
    assert of_clubs == set(SENTENCES)
    assert {kind for kind, *_ in CLUB_LINES} - {"club.unheard_of"} == of_clubs
    assert set(get_args(RubberKind)) == set(RUBBER_SENTENCES)
    told_kinds = {facts[-1][0] for facts, _line in RUBBER_LINES} | {"rubber.imported"}
    assert told_kinds == set(RUBBER_SENTENCES)
    of_events = {log.EVENT_OPENED, log.EVENT_RENAMED, *log.EVENT_FACTS.values()}
    assert of_events == set(log_words_events.SENTENCES)


def test_people_are_called_what_they_are_called_now(club: Club) -> None:
    append(club, f"rubber:{RUBBER}", *IMPORTED)
    baldwin = Player.objects.get(public_id="baldwin")
    Player.objects.filter(public_id="orford").update(name="", merged_into=None)
    Player.objects.filter(public_id="dering").update(name="Dering of Kent")
    Player.objects.filter(pk=baldwin.pk).update(merged_into=Player.objects.get(public_id="dering"))
    assert line_of(club, LogEntry.objects.get()).sentence.endswith(
        "imported A former player – Dering of Kent 2–1 from the file ?."
    )


def test_who_acted_is_called_by_his_player_and_by_what_he_was_then(club: Club) -> None:
    entry = append(club, "club:portland", "club.invitation_revoked", {"invitation": "x"})
    Membership.objects.filter(role="director").update(until=date(2026, 11, 20))
    assert line_of(club, entry).sentence == "Clay (member) revoked an invitation."
    Membership.objects.all().delete()
    assert line_of(club, entry).sentence == "Clay revoked an invitation."
    Player.objects.filter(public_id="clay").delete()
    assert line_of(club, entry).sentence == "Clay of the mail revoked an invitation."
    User.objects.update(name="")
    assert line_of(club, entry).sentence == "clay revoked an invitation."
    User.objects.update(erased_at=AT)
    assert line_of(club, entry).sentence == "A former member revoked an invitation."


def test_entry_of_nobody_is_whoever_runs_the_sites(club: Club) -> None:
    entry = {"stream": f"rubber:{RUBBER}", "version": 1, "kind": "rubber.entered", "payload": begun()}
    LogEntry.objects.create(club=club, at=AT, key="k", **entry)
    line = "The host of the site entered Orford – Baldwin 2–1."
    assert line_of(club, LogEntry.objects.get()).sentence == line


@pytest.mark.parametrize("rubbers", [1, 3, 40])
def test_lines_take_the_same_few_queries_however_many_there_are(club: Club, rubbers: int) -> None:
    for number in range(rubbers):
        stream = f"rubber:{number}"
        append(club, stream, *IMPORTED)
        append(club, stream, *VOID)
        append(club, stream, "rubber.corrected", {"egn": ONE_TWO})
    entries = list(LogEntry.objects.filter(version=3).select_related("by"))
    with CaptureQueriesContext(connection) as queries:
        assert len(log_lines(club, entries)) == rubbers
    assert len(queries) == 3
