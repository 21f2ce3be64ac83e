"""A line of the log names who acted, as far as its reader may know that."""

from __future__ import annotations

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.models import Club, LogEntry, Membership, Player, User
from matches.pages.log.log_words import log_lines
from tests.matches.pages.log.log_entries import (
    AT,
    IMPORTED,
    ONE_TWO,
    RUBBER,
    VOID,
    append,
    begun,
    line_of,
    make_log_club,
)


@pytest.fixture
def club(db: None) -> Club:
    return make_log_club()


@pytest.mark.parametrize("kind", ["club.unheard_of", "club.joined", "event.opened", "sitting.opened"])
def test_public_line_about_anything_else_names_nobody(club: Club, kind: str) -> None:
    payload = {"player": "clay", "role": "director", "name": "Clay"}
    entry = append(club, f"{kind.partition('.')[0]}:portland", kind, payload)
    assert line_of(club, entry, is_public=True).sentence == f"An entry of the kind {kind}."


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
def test_reason_that_names_who_acted_is_hidden(club: Club, reason: str, is_told: bool) -> None:
    append(club, f"rubber:{RUBBER}", *IMPORTED)
    entry = append(club, f"rubber:{RUBBER}", "rubber.corrected", {"egn": ONE_TWO}, reason)
    assert line_of(club, entry, is_public=True).reason == (reason if is_told else "")
    assert line_of(club, entry).reason == reason


def test_actor_is_named_with_the_role_of_then(club: Club) -> None:
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
def test_lines_take_few_queries(club: Club, rubbers: int) -> None:
    for number in range(rubbers):
        stream = f"rubber:{number}"
        append(club, stream, *IMPORTED)
        append(club, stream, *VOID)
        append(club, stream, "rubber.corrected", {"egn": ONE_TWO})
    entries = list(LogEntry.objects.filter(version=3).select_related("by"))
    with CaptureQueriesContext(connection) as queries:
        assert len(log_lines(club, entries)) == rubbers
    assert len(queries) == 3
