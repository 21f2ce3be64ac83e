"""Every kind of log entry about people and settings has a sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import matches
from matches.clubs.players import rename_player
from matches.models import Club, LogEntry, Player, User
from matches.pages.log.log_words_people import SENTENCES
from tests.matches.pages.log.log_entries import RUBBER, append, line_of, make_log_club


@pytest.fixture
def club(db: None) -> Club:
    return make_log_club()


CLUB_LINES: list[tuple[str, Mapping[str, Any], str]] = [
    ("club.made", {"player": "clay", "is_public": True}, "Clay (director) created the club."),
    (
        "club.changed",
        {"name": "Ravensbourne", "time_zone": "Europe/Paris", "currency": "CHF", "is_public": False},
        "Clay (director) changed the club’s settings. The club is called Ravensbourne. "
        "Its time zone is Paris. Its currency is CHF. It is for members only.",
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


@pytest.mark.parametrize(
    ("kind", "payload", "line"),
    [
        ("sitting.opened", {"name": "North"}, "Clay (director) opened the table North."),
        ("sitting.undone", {}, "Clay (director) undid the last step at a table."),
        ("sitting.cut", {}, "Clay (director) recorded at a table: the cut."),
    ],
)
def test_line_about_a_table(club: Club, kind: str, payload: Mapping[str, Any], line: str) -> None:
    assert line_of(club, append(club, "sitting.north", kind, payload)).sentence == line


def test_line_about_a_renamed_player_has_the_former_name(club: Club) -> None:
    rename_player(
        Player.objects.get(public_id="orford"), "Dunn", by=User.objects.get(email="clay@example.org")
    )
    entry = LogEntry.objects.get(kind="club.player_renamed")
    assert "renamed a player, formerly Orford, now Dunn." in line_of(club, entry).sentence
    assert "Orford" not in line_of(club, entry, is_public=True).sentence


def test_every_kind_has_its_sentence() -> None:
    package = Path(next(iter(matches.__path__)))
    kinds = {
        kind
        for file in package.rglob("*.py")
        if file.relative_to(package).parts[0] not in ("api", "migrations", "pages")
        for kind in re.findall(r'"(club\.[a-z_]+)"', file.read_text(encoding="utf-8"))
    }
    assert kinds == set(SENTENCES)
    assert {kind for kind, *_ in CLUB_LINES} - {"club.unheard_of"} == kinds
