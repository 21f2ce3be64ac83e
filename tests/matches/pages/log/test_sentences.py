"""Every kind of entry as a sentence: who did what to which rubber, and what it changed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any, get_args

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ecarte_site.setup.environment import PROJECT
from matches.common import log
from matches.models import Club, Event, LogEntry, Membership, Player, TableLink, User
from matches.pages.log import event_sentences
from matches.pages.log.club_sentences import SENTENCES
from matches.pages.log.sentences import RUBBER_SENTENCES, LogLine, log_lines, public_log_lines
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
    """Orford and Baldwin of the Portland, their Autumn Cup, and Clay, who was its director that evening."""
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
    """The next entry of ``stream``, by Clay."""
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


def told(club: Club, *entries: LogEntry) -> LogLine:
    """The line of the last of ``entries``, asked for by itself."""
    return log_lines(club, [LogEntry.objects.select_related("by").get(pk=entries[-1].pk)])[0]


def told_of_rubber(club: Club, *facts: tuple[str, Mapping[str, Any]]) -> LogLine:
    return told(club, *(append(club, f"rubber:{RUBBER}", kind, payload) for kind, payload in facts))


def table_link(club: Club) -> TableLink:
    """A link to a table that Clay made."""
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

RUBBER_LINES: list[tuple[str, list[tuple[str, Mapping[str, Any]]], str]] = [
    ("entered", [("rubber.entered", begun())], "Orford – Baldwin 2–1 entered by Clay (director)."),
    (
        "entered, faulty",
        [("rubber.entered", begun(FAULTY))],
        "Orford – Baldwin 0–0 entered by Clay (director), as a draft.",
    ),
    ("reported", [REPORTED], "Orford – Baldwin 2–1 reported by Clay (director)."),
    (
        "reported, faulty",
        [("rubber.reported", begun(FAULTY, by="A"))],
        "Orford – Baldwin 0–0 reported by Clay (director), as a draft.",
    ),
    ("opened", [OPENED], "Orford – Baldwin begun at the table by Clay (director)."),
    ("deal", [OPENED, DEAL], "A deal of Orford – Baldwin recorded by Clay (director)."),
    (
        "cut",
        [OPENED, ("rubber.cut_recorded", {"game": 1, "cut": "cut A=CK B=D8"})],
        "The cut for deal of Orford – Baldwin noted by Clay (director).",
    ),
    (
        "deal taken back",
        [OPENED, DEAL, ("rubber.deal_undone", {"deal": 1, "game": 1})],
        "The last deal of Orford – Baldwin taken back by Clay (director).",
    ),
    (
        "closed",
        [OPENED, DEAL, ("rubber.closed", ENDED)],
        "Orford – Baldwin 0–0 ended at the table by Clay (director).",
    ),
    (
        "ended and reported",
        [OPENED, DEAL, ("rubber.reported", {**ENDED, "by": "A"})],
        "Orford – Baldwin 0–0 ended at the table and reported by Clay (director).",
    ),
    (
        "confirmed",
        [REPORTED, ("rubber.confirmed", {})],
        "Orford – Baldwin 2–1 confirmed by Clay (director).",
    ),
    (
        "disputed",
        [REPORTED, ("rubber.disputed", {"by": "B"})],
        "Orford – Baldwin 2–1 disputed by Clay (director).",
    ),
    ("void", [IMPORTED, VOID], "Orford – Baldwin 2–1 declared void by Clay (director)."),
    (
        "corrected",
        [IMPORTED, ("rubber.corrected", {"egn": ONE_TWO})],
        "Orford – Baldwin 2–1 corrected to 1–2 by Clay (director).",
    ),
    (
        "corrected with the same score",
        [IMPORTED, ("rubber.corrected", {"egn": TWO_ONE.replace("#5-4", "#5-1")})],
        "The record of Orford – Baldwin 2–1 corrected by Clay (director); the score is the same.",
    ),
    (
        "corrected players",
        [IMPORTED, ("rubber.corrected", {"egn": ONE_TWO, "a": "dering", "b": "baldwin"})],
        "Orford – Baldwin 2–1 corrected to 1–2 by Clay (director). "
        "The players were Orford – Baldwin and are Dering – Baldwin.",
    ),
    (
        "corrected event and place",
        [IMPORTED, ("rubber.corrected", {"egn": ONE_TWO_ELSEWHERE, "event": "shield"})],
        "Orford – Baldwin 2–1 corrected to 1–2 by Clay (director). "
        "The event was Autumn Cup and is Winter Shield. It stood at table 3, round 2 and stands at Semi-final.",
    ),
    (
        "corrected from void",
        [IMPORTED, VOID, ("rubber.corrected", {"egn": ONE_TWO})],
        "Orford – Baldwin 2–1 corrected to 1–2 by Clay (director). It counts from now on.",
    ),
    (
        "corrected to a draft",
        [IMPORTED, ("rubber.corrected", {"egn": FAULTY})],
        "Orford – Baldwin 2–1 corrected to 0–0 by Clay (director). "
        "It is a draft until what is found in it is settled.",
    ),
]


@pytest.mark.parametrize(
    ("facts", "line"), [row[1:] for row in RUBBER_LINES], ids=[row[0] for row in RUBBER_LINES]
)
def test_line_about_a_rubber(club: Club, facts: list[tuple[str, Mapping[str, Any]]], line: str) -> None:
    shown = told_of_rubber(club, *facts)
    assert " ".join((shown.sentence, *shown.further)) == line
    assert shown.place == "Table 3, round 2, Autumn Cup"
    assert shown.url == f"/rubbers/{RUBBER}/"


CLUB_LINES: list[tuple[str, Mapping[str, Any], str]] = [
    ("club.made", {"player": "clay", "is_public": True}, "The club made by Clay (director)."),
    (
        "club.changed",
        {"name": "Ravensbourne", "time_zone": "Europe/Paris", "currency": "CHF", "is_public": False},
        "The club's settings changed by Clay (director). The club is called Ravensbourne. "
        "Its clock is that of Europe/Paris. Its currency is CHF. It is for members only.",
    ),
    (
        "club.changed",
        {"is_public": True, "reviews_open": True},
        "The club's settings changed by Clay (director). It is public. "
        "The members agreed to share their review figures.",
    ),
    (
        "club.changed",
        {"season_month": 1},
        "The club's settings changed by Clay (director). A season begins in January.",
    ),
    (
        "club.changed",
        {"reviews_open": False},
        "The club's settings changed by Clay (director). Review figures are each player's own again.",
    ),
    (
        "club.invited",
        {"invitation": "x", "role": "scorer"},
        "An invitation as scorer made by Clay (director).",
    ),
    (
        "club.invited",
        {"invitation": "x", "role": "scorer", "player": "orford"},
        "Orford invited as scorer by Clay (director).",
    ),
    (
        "club.invitation_revoked",
        {"invitation": "x"},
        "An invitation taken back by Clay (director).",
    ),
    (
        "club.table_link_made",
        {"rubber": "x", "links": ["y"]},
        "A link for a table made by Clay (director).",
    ),
    (
        "club.table_link_made",
        {"event": "x", "round": "Semi-final", "links": ["y", "z"]},
        "2 links for the tables of Semi-final made by Clay (director).",
    ),
    (
        "club.table_link_revoked",
        {"links": ["y"]},
        "A table's link taken back by Clay (director).",
    ),
    (
        "club.table_link_revoked",
        {"links": ["y", "z"]},
        "2 links of tables taken back by Clay (director).",
    ),
    (
        "club.joined",
        {"invitation": "x", "player": "orford", "role": "member"},
        "Orford joined the club as member.",
    ),
    (
        "club.role_changed",
        {"player": "orford", "role": "scorer", "was": "member"},
        "Orford, who was member, made scorer by Clay (director).",
    ),
    (
        "club.membership_ended",
        {"player": "orford", "was": "member"},
        "The membership of Orford, who was member, ended by Clay (director).",
    ),
    (
        "club.players_added",
        {"players": ["orford", "baldwin"]},
        "Put on the club's list by Clay (director): Orford, Baldwin.",
    ),
    ("club.player_renamed", {"player": "orford"}, "Orford given another name by Clay (director)."),
    (
        "club.players_merged",
        {"player": "orford", "merged": "baldwin"},
        "Two records of Orford made one by Clay (director).",
    ),
    (
        "club.person_forgotten",
        {"player": "orford"},
        "A person forgotten by Clay (director); the results stay.",
    ),
    (
        "club.password_link_made",
        {"player": "orford"},
        "A link to a new password made for Orford by Clay (director).",
    ),
    ("club.event_imported", {"event": "cup"}, "An event brought in from a file by Clay (director)."),
    (
        "club.conflict_kept",
        {"conflict": "x", "rubber": RUBBER},
        "Of two contents of a rubber, the stored one kept by Clay (director).",
    ),
    (
        "club.text_dismissed",
        {"text": "x"},
        "A text that could not be read put aside by Clay (director).",
    ),
    ("club.webhook_made", {"webhook": "x"}, "A webhook made by Clay (director)."),
    ("club.webhook_changed", {"webhook": "x"}, "A webhook changed by Clay (director)."),
    ("club.webhook_removed", {"webhook": "x"}, "A webhook taken away by Clay (director)."),
    ("club.webhook_secret_changed", {"webhook": "x"}, "A webhook's secret changed by Clay (director)."),
    (
        "club.webhook_stopped",
        {"webhook": "x", "because": "gone"},
        "A webhook switched off: its receiver says that it is gone for good.",
    ),
    (
        "club.webhook_stopped",
        {"webhook": "x", "because": "failing"},
        "A webhook switched off: its receiver had not answered for five days.",
    ),
    ("club.unheard_of", {}, "An entry of the kind club.unheard_of by Clay (director)."),
]


@pytest.mark.parametrize(("kind", "payload", "line"), CLUB_LINES)
def test_line_about_people_and_settings(club: Club, kind: str, payload: Mapping[str, Any], line: str) -> None:
    shown = told(club, append(club, "club:portland", kind, payload))
    assert " ".join((shown.sentence, *shown.further)) == line
    assert shown.place == ""


def test_line_about_an_import_names_its_file_and_not_the_imports_own_reason(club: Club) -> None:
    entry = append(club, f"rubber:{RUBBER}", *IMPORTED, "import of evening.egn")
    shown = told(club, entry)
    assert shown.sentence == "Orford – Baldwin 2–1 brought in with the file evening.egn by Clay (director)."
    assert shown.reason == ""


def test_lines_about_an_event_say_what_it_was_called(club: Club) -> None:
    first = append(club, "event:cup", "event.opened", {"club": "portland", "name": "Autumn Cap"})
    second = append(club, "event:cup", "event.renamed", {"name": "Autumn Cup"})
    opened, renamed = told(club, first), told(club, second)
    assert opened.sentence == "The event Autumn Cap opened by Clay (director)."
    assert renamed.sentence == "The event Autumn Cap renamed Autumn Cup by Clay (director)."
    assert renamed.url == "/clubs/portland/events/cup/"


def test_reason_is_told_as_it_was_written(club: Club) -> None:
    append(club, f"rubber:{RUBBER}", *IMPORTED)
    entry = append(club, f"rubber:{RUBBER}", "rubber.corrected", {"egn": ONE_TWO}, "the sheet was <misread>")
    assert told(club, entry).reason == "the sheet was <misread>"


def test_reason_that_begins_as_an_imports_own_is_told_all_the_same(club: Club) -> None:
    append(club, f"rubber:{RUBBER}", *IMPORTED)
    entry = append(
        club, f"rubber:{RUBBER}", "rubber.corrected", {"egn": ONE_TWO}, "import of the wrong sheet"
    )
    assert told(club, entry).reason == "import of the wrong sheet"


@pytest.mark.parametrize(
    ("kind", "payload", "line"),
    [
        (
            "rubber.deal_recorded",
            DEAL[1],
            "A deal of Orford – Baldwin recorded by the table, with the link K7QF of Clay (director).",
        ),
        (
            "rubber.confirmed",
            {"by": "B"},
            "Orford – Baldwin 2–1 confirmed by Baldwin, with the table's link K7QF of Clay (director).",
        ),
    ],
)
def test_what_came_by_a_table_s_link_says_so(
    club: Club, kind: str, payload: Mapping[str, Any], line: str
) -> None:
    append(club, f"rubber:{RUBBER}", *(OPENED if kind == "rubber.deal_recorded" else REPORTED))
    entry = append(club, f"rubber:{RUBBER}", kind, payload, link=table_link(club))
    assert told(club, entry).sentence == line


def public_line(club: Club, entry: LogEntry) -> LogLine:
    """The line as somebody reads it who may not see who belongs to the club."""
    return public_log_lines(club, [LogEntry.objects.select_related("by", "link").get(pk=entry.pk)])[0]


@pytest.mark.parametrize(("name", "facts", "line"), RUBBER_LINES, ids=[line[0] for line in RUBBER_LINES])
def test_public_line_about_a_rubber_says_all_but_who_acted(
    club: Club, name: str, facts: list[tuple[str, Mapping[str, Any]]], line: str
) -> None:
    entries = [append(club, f"rubber:{RUBBER}", kind, payload) for kind, payload in facts]
    shown = public_line(club, entries[-1])
    assert " ".join((shown.sentence, *shown.further)) == line.replace(" by Clay (director)", "")
    assert " by " not in shown.sentence


def test_public_line_says_nothing_of_a_tables_link(club: Club) -> None:
    append(club, f"rubber:{RUBBER}", *REPORTED)
    entry = append(club, f"rubber:{RUBBER}", "rubber.confirmed", {"by": "B"}, link=table_link(club))
    assert public_line(club, entry).sentence == "Orford – Baldwin 2–1 confirmed."


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
    assert told(club, entry).reason == reason


def test_file_that_is_called_after_who_brought_it_in_is_not_named(club: Club) -> None:
    stream = f"rubber:{RUBBER}"
    entries = [append(club, stream, *IMPORTED, f"import of {name}.egn") for name in ("evening", "clay")]
    assert [public_line(club, entry).sentence for entry in entries] == [
        "Orford – Baldwin 2–1 brought in with the file evening.egn.",
        "Orford – Baldwin 2–1 brought in with the file ?.",
    ]


def test_every_kind_that_is_written_has_its_sentence_and_its_case() -> None:
    of_clubs = {
        kind
        for domain in ("clubs", "rubbers", "events", "exchange", "pads", "privacy", "sittings", "webhooks")
        for file in (PROJECT / "matches" / domain).rglob("*.py")
        for kind in re.findall(r'"(club\.[a-z_]+)"', file.read_text(encoding="utf-8"))
    }
    assert of_clubs == set(SENTENCES)
    assert {kind for kind, *_ in CLUB_LINES} - {"club.unheard_of"} == of_clubs
    assert set(get_args(RubberKind)) == set(RUBBER_SENTENCES)
    told_kinds = {facts[-1][0] for _name, facts, _line in RUBBER_LINES} | {"rubber.imported"}
    assert told_kinds == set(RUBBER_SENTENCES)
    of_events = {log.EVENT_OPENED, log.EVENT_RENAMED, *log.EVENT_FACTS.values()}
    assert of_events == set(event_sentences.SENTENCES)


def test_people_are_called_what_they_are_called_now(club: Club) -> None:
    append(club, f"rubber:{RUBBER}", *IMPORTED)
    baldwin = Player.objects.get(public_id="baldwin")
    Player.objects.filter(public_id="orford").update(name="", merged_into=None)
    Player.objects.filter(public_id="dering").update(name="Dering of Kent")
    Player.objects.filter(pk=baldwin.pk).update(merged_into=Player.objects.get(public_id="dering"))
    assert told(club, LogEntry.objects.get()).sentence.startswith("A former player – Dering of Kent 2–1")


def test_who_acted_is_called_by_his_player_and_by_what_he_was_then(club: Club) -> None:
    entry = append(club, "club:portland", "club.invitation_revoked", {"invitation": "x"})
    Membership.objects.filter(role="director").update(until=date(2026, 11, 20))
    assert told(club, entry).sentence == "An invitation taken back by Clay (member)."
    Membership.objects.all().delete()
    assert told(club, entry).sentence == "An invitation taken back by Clay."
    Player.objects.filter(public_id="clay").delete()
    assert told(club, entry).sentence == "An invitation taken back by Clay of the mail."
    User.objects.update(name="")
    assert told(club, entry).sentence == "An invitation taken back by clay."
    User.objects.update(erased_at=AT)
    assert told(club, entry).sentence == "An invitation taken back by a former member."


def test_entry_of_nobody_is_whoever_runs_the_sites(club: Club) -> None:
    LogEntry.objects.create(
        club=club,
        stream=f"rubber:{RUBBER}",
        version=1,
        kind="rubber.entered",
        payload=begun(),
        at=AT,
        key="k",
    )
    assert told(club, LogEntry.objects.get()).sentence == (
        "Orford – Baldwin 2–1 entered by whoever runs the site."
    )


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
