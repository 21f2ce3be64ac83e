"""Records that counted under the first release's checks still count, with the same marks, standings and ratings.

tests/data/first-checks.zip is a backup of a site that ran the first release. It has an event of records that
its checks accepted and later ones would not, others the other way round, a rubber reported by one side and a
live one. first-checks.event.json is the event's file as that release wrote it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from pytest_django import DjangoDbBlocker

from ecarte_site.setup.environment import PROJECT
from matches.clubs.roles import Powers
from matches.common.commands import CommandContext
from matches.events.check_document import check_file
from matches.exchange.event_files.import_events import import_event
from matches.exchange.queries import unsettled_for
from matches.models import Club, Event, Rubber, Standing, User
from matches.operations.backup.make import make_backup
from matches.operations.backup.restore import restore_backup
from matches.operations.rebuild import Rebuild
from matches.rubbers.change_result import confirm_rubber, correct_rubber, dispute_rubber
from matches.rubbers.record_deals import PLAYED_OUT, close_rubber, record_deal
from matches.rubbers.transition import stored_rubber
from scoring.checks import FIRST_CHECKS, LATEST_CHECKS
from scoring.notation import read_one
from scoring.notation.tags import sort_tags
from scoring.record import Packets
from tests.matches.test_migrations import rows
from tests.support import postgres
from tests.support.django_database import connected_to

FIRST_CHECKS_SITE = PROJECT / "tests" / "data" / "first-checks.zip"
EVENT_FILE = PROJECT / "tests" / "data" / "first-checks.event.json"
COUNTED, DRAFTS = 50, 11
UNCHANGED = tuple(
    f"matches_{name}" for name in ("game", "deal", "incident", "standing", "tally", "rating", "honour")
)
NEW_FACTS = {"findings", "checks", "has_advisories"}

pytestmark = [pytest.mark.postgres, pytest.mark.long]


@pytest.fixture(scope="module")
def site(postgres_server: str, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    with postgres.fresh_database(postgres_server) as url:
        with django_db_blocker.unblock(), connected_to(url):
            restore_backup(FIRST_CHECKS_SITE, replace=False)
        yield url


@pytest.fixture
def upgraded(site: str, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Connect this process to that database. A test's changes are rolled back at its end."""
    with django_db_blocker.unblock(), connected_to(site), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def then() -> dict[str, list[dict[str, Any]]]:
    return rows(FIRST_CHECKS_SITE)


def now(folder: Path) -> dict[str, list[dict[str, Any]]]:
    archive = folder / "now.zip"
    make_backup(archive)
    return rows(archive)


def without(row: dict[str, Any], names: set[str]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in names}


def assert_same(before: dict[str, list[dict[str, Any]]], after: dict[str, list[dict[str, Any]]]) -> None:
    for table in UNCHANGED:
        assert after[table] == before[table], table
        assert before[table], table
    rubbers = [
        sorted((without(row, NEW_FACTS) for row in each["matches_rubber"]), key=str)
        for each in (before, after)
    ]
    assert rubbers[0] == rubbers[1]


def act(key: str) -> CommandContext:
    return CommandContext(by=User.objects.get(email="director@example.org"), key=key, reason="")


def one_that_counts() -> Rubber:
    rubber = Rubber.objects.filter(state="confirmed", games__incidents__law=12).order_by("pk").first()
    assert rubber is not None
    assert rubber.has_advisories
    return stored_rubber(rubber.pk)


def test_everything_is_as_it_was_after_the_upgrade(
    site: str, django_db_blocker: DjangoDbBlocker, then: dict[str, list[dict[str, Any]]], tmp_path: Path
) -> None:
    with django_db_blocker.unblock(), connected_to(site):
        assert_same(then, now(tmp_path))


@pytest.mark.usefixtures("upgraded")
def test_what_later_checks_find_is_shown_beside_a_rubber_that_counts() -> None:
    states = Counter(Rubber.objects.values_list("state", flat=True))
    assert states == {"confirmed": COUNTED, "draft": DRAFTS, "reported": 1, "live": 1}
    for rubber in Rubber.objects.filter(state="confirmed"):
        assert (rubber.checks, rubber.has_advisories) == (FIRST_CHECKS, True)
        assert any(finding.get("is_advisory") for finding in rubber.findings)
    assert not Rubber.objects.filter(state="draft", has_advisories=True).exists()


@pytest.mark.usefixtures("upgraded")
def test_rebuild_finds_no_difference_and_writes_none(then: dict[str, list[dict[str, Any]]]) -> None:
    assert list(map(str, Rebuild(write=False).differences())) == []
    before = list(Rubber.objects.order_by("pk").values())
    standings = list(Standing.objects.order_by("pk").values())
    assert list(map(str, Rebuild(write=True).differences())) == []
    assert list(Rubber.objects.order_by("pk").values()) == before
    assert list(Standing.objects.order_by("pk").values()) == standings


@pytest.mark.usefixtures("upgraded")
def test_it_counts_after_a_dispute_was_settled() -> None:
    rubber = one_that_counts()
    disputed = dispute_rubber(rubber, seat="A", act=act("dispute"))
    assert disputed.state == "disputed"
    confirmed = confirm_rubber(stored_rubber(rubber.pk), act=act("confirm"))
    assert (confirmed.state, confirmed.checks) == ("confirmed", FIRST_CHECKS)


@pytest.mark.usefixtures("upgraded")
def test_it_counts_after_a_correction_of_its_round() -> None:
    rubber = one_that_counts()
    record = read_one(rubber.egn)
    tags = sort_tags({**dict(record.tags), "Round": "Final"}.items())
    corrected = correct_rubber(rubber, replace(record, tags=tags), act=act("round"))
    assert (corrected.state, corrected.checks, corrected.round_label) == ("corrected", FIRST_CHECKS, "Final")
    assert corrected.has_advisories


@pytest.mark.usefixtures("upgraded")
def test_what_was_reported_before_is_confirmed() -> None:
    rubber = Rubber.objects.get(state="reported")
    confirmed = confirm_rubber(stored_rubber(rubber.pk), act=act("confirm"))
    assert (confirmed.state, confirmed.has_advisories) == ("confirmed", True)


@pytest.mark.usefixtures("upgraded")
def test_what_is_entered_now_is_judged_by_the_latest_checks() -> None:
    rubber = one_that_counts()
    record = read_one(rubber.egn)
    (game,) = record.games
    first = replace(game.deals[0], comments=())
    other = replace(record, games=(replace(game, deals=(first, *game.deals[1:]), opening=(), comments=()),))
    assert correct_rubber(rubber, other, act=act("same")).checks == FIRST_CHECKS
    second = replace(game.deals[1], items=(Packets("3-2"), *game.deals[1].items))
    changed = replace(other.games[0], deals=(first, second, *game.deals[2:]))
    corrected = correct_rubber(stored_rubber(rubber.pk), replace(other, games=(changed,)), act=act("other"))
    assert (corrected.state, corrected.checks) == ("draft", LATEST_CHECKS)


@pytest.mark.usefixtures("upgraded")
def test_a_draft_that_is_right_by_the_latest_checks_counts_once_it_is_entered_again() -> None:
    draft = Rubber.objects.filter(state="draft", games__incidents__law=51).order_by("pk").first()
    assert draft is not None
    corrected = correct_rubber(stored_rubber(draft.pk), read_one(draft.egn), act=act("again"))
    assert (corrected.state, corrected.checks, corrected.findings) == ("corrected", LATEST_CHECKS, [])


@pytest.mark.usefixtures("upgraded")
def test_a_rubber_that_goes_on_is_judged_by_the_latest_checks() -> None:
    live = Rubber.objects.get(state="live")
    assert (live.checks, live.has_advisories) == (FIRST_CHECKS, True)
    for number, dealer in enumerate("ABABA"):
        if stored_rubber(live.pk).winner:
            break
        record_deal(
            stored_rubber(live.pk), f"{dealer} S ={'B' if dealer == 'A' else 'A'}5", act=act(f"deal {number}")
        )
    closed = close_rubber(stored_rubber(live.pk), authority="final", act=act("close"), ending=PLAYED_OUT)
    assert (closed.state, closed.checks) == ("draft", LATEST_CHECKS)


def test_event_file_of_the_first_release_is_checked_as_it_was() -> None:
    findings = check_file(EVENT_FILE.read_bytes())
    assert Counter(one.code for one in findings) == {"L51": 4, "L42": 4, "L19": 1, "L25": 1, "L37": 1}
    assert all(one.settles for one in findings)


@pytest.mark.django_db
def test_event_file_of_the_first_release_is_imported_as_it_was(then: dict[str, list[dict[str, Any]]]) -> None:
    club = Club.objects.create(slug="elsewhere", name="Elsewhere")
    by = User.objects.create_user("owner@example.org")
    import_event(club, EVENT_FILE.read_bytes(), act=CommandContext(by=by, key="import"))
    states = Counter(Rubber.objects.values_list("state", flat=True))
    assert states == {"confirmed": COUNTED, "draft": DRAFTS, "reported": 1, "live": 1}
    before = {row["id"]: row["name"] for row in then["matches_player"]}
    entrants = {row["id"]: before[row["player_id"]] for row in then["matches_entrant"]}
    standings = {entrants[row["entrant_id"]]: (row["won"], row["lost"]) for row in then["matches_standing"]}
    event = Event.objects.exclude(name="").get()
    stored = Standing.objects.filter(stage__event=event).values_list("entrant__player__name", "won", "lost")
    assert {name: (won, lost) for name, won, lost in stored} == {
        name: (int(won), int(lost)) for name, (won, lost) in standings.items()
    } or not stored


@pytest.mark.usefixtures("upgraded")
def test_it_is_listed_under_what_needs_action() -> None:
    waiting = unsettled_for(Club.objects.get(slug="old"), Powers("director"))
    assert (waiting.counts["questioned"], waiting.questioned.count()) == (COUNTED, COUNTED)
    assert waiting.counts["draft"] == DRAFTS
    assert unsettled_for(Club.objects.get(slug="old"), Powers("member")).counts["questioned"] == 0


@pytest.mark.usefixtures("upgraded")
def test_the_page_of_what_needs_action_shows_it(client: Client) -> None:
    User.objects.filter(email="director@example.org").update(is_superuser=True)
    client.force_login(User.objects.get(email="director@example.org"))
    page = client.get("/clubs/old/settle/").content.decode()
    assert "To look at again" in page
    assert "Found by newer checks than at entry." in page
