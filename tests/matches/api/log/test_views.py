"""The API shows each log to its readers, without what no log shows."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from matches.events.undo import undo_last
from matches.models import Club, LogEntry, Membership, Player, Rubber, User
from matches.pads.table_links import make_link
from matches.privacy.erase import erase_person
from matches.rules.events.plan import StagePlan
from tests.matches.api.calling import CORRECT, Caller, guests, opening, path_of, problem, token_for
from tests.matches.events.event_hands import planned
from tests.matches.pages.records import import_text, make_member, text
from tests.matches.roles_table import ROLES, expected_grants
from tests.matches.rubbers.hands import Hands, make_hands
from tests.matches.sittings.sitting_hands import table

pytestmark = pytest.mark.django_db

STRANGE = "Zoë 𝔄 O'Brien; =1+1"


@pytest.fixture
def hands() -> Hands:
    """Return a club whose director is an owner as well, and may do and see everything."""
    hands = make_hands()
    Membership.objects.filter(player__user=hands.director).delete()
    player, _made = Player.objects.get_or_create(club=hands.club, user=hands.director)
    Membership.objects.create(club=hands.club, player=player, role="owner")
    return hands


def rows(answer: Any) -> list[dict[str, Any]]:
    assert answer.status_code == 200, answer.content
    results: list[dict[str, Any]] = answer.json()["results"]
    return results


def kinds(answer: Any) -> list[str]:
    return [row["kind"] for row in rows(answer)]


def corrected(api: Caller, rubber: Rubber, reason: str = STRANGE) -> None:
    answer = api.post(path_of(rubber, "correct"), {"egn": CORRECT, "reason": reason}, If_Match="*")
    assert answer.status_code == 200, answer.content


def note(
    rubber: Rubber,
    kind: str = "rubber.confirmed",
    *,
    version: int = 2,
    payload: Any = None,
    at: datetime = datetime(2026, 11, 14, tzinfo=UTC),
    **members: Any,
) -> None:
    """Add an entry to the rubber's log, by default that B confirmed it."""
    LogEntry.objects.create(
        club=rubber.club,
        stream=f"rubber:{rubber.public_id}",
        version=version,
        kind=kind,
        payload=payload or {"by": "B"},
        at=at,
        key=f"entry {version}",
        **members,
    )


def test_log_of_a_rubber(api: Caller, rubber: Rubber, owner: User) -> None:
    corrected(api, rubber)
    first, last = rows(api.get(path_of(rubber, "log")))
    players = [rubber.player_a.public_id, rubber.player_b.public_id]
    assert (first["about"], first["id"], first["version"]) == ("rubber", rubber.public_id, 1)
    assert (first["kind"], first["by"], first["before"]) == ("rubber.imported", None, None)
    assert first["after"] == {
        "event": rubber.event.public_id,
        "players": players,
        "round": "1",
        "table": "4",
        "games_won": [0, 1],
        "state": "confirmed",
    }
    assert (last["version"], last["kind"], last["reason"]) == (2, "rubber.corrected", STRANGE)
    assert last["by"] == {"name": "owner", "role": "owner"}
    assert last["before"] == first["after"]
    assert (last["after"]["games_won"], last["after"]["state"]) == ([1, 0], "corrected")
    assert (last["link"], last["taken_back_by"]) == (None, None)
    assert "egn" not in first["payload"]
    assert first["payload"]["a"] == players[0]


@pytest.mark.parametrize("role", [*ROLES, "nobody"])
def test_who_acted_is_told_to_those_who_may_see_who_belongs_to_the_club(
    api: Caller, anybody: Caller, club: Club, rubber: Rubber, owner: User, role: str
) -> None:
    corrected(api, rubber, "So says the owner.")
    link = make_link(rubber, by=owner).link
    note(rubber, version=3, by=owner, link=link, reason="The sheet is clear.")
    reader = anybody
    if role == "stranger":
        reader = Caller(token_for(User.objects.create_user("stranger@example.org")))
    elif role != "nobody":
        reader = Caller(token_for(make_member(club, f"one-{role}@example.org", role=role)))
    path = path_of(rubber, "log")
    _imported, corrected_entry, confirmed = rows(reader.get(path))
    sees = expected_grants().get(("see_members", role)) == "yes"
    assert corrected_entry["by"] == ({"name": "owner", "role": "owner"} if sees else None)
    assert (confirmed["by"] is None) is not sees
    assert corrected_entry["reason"] == ("So says the owner." if sees else None)
    assert (confirmed["link"] is None, confirmed["payload"]) == (not sees, {"by": "B"} if sees else {})
    assert [corrected_entry["kind"], confirmed["kind"]] == ["rubber.corrected", "rubber.confirmed"]
    assert (corrected_entry["before"]["games_won"], corrected_entry["after"]["games_won"]) == ([0, 1], [1, 0])
    assert confirmed["at"] == "2026-11-14T00:00:00Z"
    assert confirmed["reason"] == "The sheet is clear."
    then = reader.get(f"{path}2/").json()
    assert {**then, "egn": None} == {**corrected_entry, "egn": None}


def test_rubber_as_each_entry_left_it(api: Caller, anybody: Caller, rubber: Rubber) -> None:
    was = api.get(f"rubbers/{rubber.public_id}.egn").content.decode()
    corrected(api, rubber)
    now = api.get(f"rubbers/{rubber.public_id}.egn").content.decode()
    path = path_of(rubber, "log")
    first, last = (anybody.get(f"{path}{version}/") for version in (1, 2))
    assert (first.json()["egn"], last.json()["egn"]) == (was, now)
    assert {**first.json(), "egn": None} == {**rows(anybody.get(path))[0], "egn": None}
    assert anybody.get(f"{path}1/", If_None_Match=first.headers["ETag"]).status_code == 304
    for nothing in (0, 3, 10**30):
        problem(anybody.get(f"{path}{nothing}/"), 404, "not_found")


def test_rubber_that_is_played_has_no_log_yet(api: Caller, club: Club) -> None:
    path = api.post("rubbers/", opening(club, *guests(club))).headers["Location"]
    api.post(f"{path}deals/", {"egn": "A S =A5"}, If_Match="*")
    problem(api.get(f"{path}log/"), 404, "not_found")
    problem(api.get(f"{path}log/1/"), 404, "not_found")


def test_clubs_log_shows_no_card(api: Caller, club: Club, rubber: Rubber) -> None:
    path = api.post("rubbers/", opening(club, *guests(club))).headers["Location"]
    deal = "A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S Kb CT C8, CK C7, DQ DJ, HA SQ, D8 S8 =B5"
    assert api.post(f"{path}deals/", {"egn": deal}, If_Match="*").status_code == 201
    log = rows(api.get(path_of(club, "log")))
    assert "rubber.deal_recorded" in [row["kind"] for row in log]
    for row in log:
        assert not {"egn", "deal", "cut", "identity"} & row["payload"].keys()
        assert "HA.DQ8" not in str(row)


def test_ruling_shows_no_card(club: Club, rubber: Rubber, api: Caller, owner: User) -> None:
    ruling = {"law": 43, "player": "A", "remedy": "replay", "game": 1, "deal": 1, "argument": "HA"}
    note(rubber, "rubber.corrected", payload={"egn": rubber.egn, "ruling": ruling}, by=owner)
    last = rows(api.get(path_of(rubber, "log")))[-1]
    assert last["payload"] == {"ruling": {"law": 43, "player": "A", "remedy": "replay", "game": 1, "deal": 1}}


def test_log_of_a_club(api: Caller, club: Club, rubber: Rubber) -> None:
    path = path_of(club, "log")
    (ann,) = guests(club, "Ann")
    api.patch(path_of(ann), {"name": STRANGE}, If_Match="*")
    api.patch(path_of(club), {"currency": "CHF"}, If_Match="*")
    corrected(api, rubber)
    expected = ["event.opened", "rubber.imported", "club.player_renamed", "club.changed", "rubber.corrected"]
    assert kinds(api.get(path)) == expected
    assert kinds(api.get(f"{path}?order=-at")) == expected[::-1]
    assert kinds(api.get(f"{path}?about=club")) == ["club.player_renamed", "club.changed"]
    (changed,) = rows(api.get(f"{path}?kind=club.changed"))
    assert (changed["about"], changed["id"]) == ("club", club.public_id)
    assert (changed["payload"], changed["after"]) == ({"currency": "CHF"}, None)
    first = api.get(f"{path}?order=-at&page_size=2&fields=kind")
    assert kinds(first) == expected[:2:-1]
    second = api.get(first.json()["next"])
    assert kinds(second) == expected[2:0:-1]
    assert kinds(api.get(second.json()["previous"])) == expected[:2:-1]


@pytest.mark.parametrize(
    "query",
    [
        "about=people",
        "kind=",
        "kind=a%00b",
        "since=yesterday",
        "until=2026-02-30",
        "cursor=after.club.00000000000000.1",
        "cursor=after.club",
        "cursor=before.rubber.0.0",
        "order=kind",
        "order=",
        "rubber=1",
        "fields=egn",
    ],
)
def test_log_by_something_else(api: Caller, club: Club, query: str) -> None:
    problem(api.get(f"{path_of(club, 'log')}?{query}"), 400, "invalid_parameter")


def test_days_are_those_of_the_clubs_clock(api: Caller, club: Club, rubber: Rubber) -> None:
    Club.objects.update(time_zone="Pacific/Auckland")
    # Noon of the 15th there.
    note(rubber, at=datetime(2026, 11, 14, 23, tzinfo=UTC))
    path = f"{path_of(club, 'log')}?kind=rubber.confirmed"
    assert kinds(api.get(f"{path}&since=2026-11-15&until=2026-11-15")) == ["rubber.confirmed"]
    assert kinds(api.get(f"{path}&until=2026-11-14")) == []
    assert kinds(api.get(f"{path}&since=2026-11-16")) == []
    assert kinds(api.get(f"{path}&since=0001-01-01&until=9999-12-31")) == ["rubber.confirmed"]
    assert kinds(api.get(f"{path}&since=9999-12-31")) == []
    assert kinds(api.get(f"{path}&until=0001-01-01")) == []


def test_link_of_a_table_is_told_by_its_beginning(
    api: Caller, club: Club, owner: User, rubber: Rubber
) -> None:
    made = make_link(rubber, by=owner)
    note(rubber, by=owner, link=made.link)
    last = rows(api.get(path_of(rubber, "log")))[-1]
    assert (last["link"], last["by"]["name"]) == (made.link.hint, "owner")
    assert made.token not in api.get(path_of(club, "log")).content.decode()


def test_who_was_forgotten_has_no_name(api: Caller, club: Club, rubber: Rubber) -> None:
    director = make_member(club, "clay@example.org", role="director")
    corrected(Caller(token_for(director)), rubber)
    assert rows(api.get(path_of(rubber, "log")))[-1]["by"] == {"name": "clay", "role": "director"}
    erase_person(director, by=director)
    last = rows(api.get(path_of(rubber, "log")))[-1]
    assert last["by"]["name"] is None
    assert "clay" not in api.get(path_of(club, "log")).content.decode()


def test_log_of_an_event(hands: Hands) -> None:
    api = Caller(token_for(hands.director))
    event = planned(StagePlan(kind="swiss", rounds=2), hands=hands)
    path = f"events/{event.event.public_id}/log/"
    opened, plan, entered = rows(api.get(path))
    expected = ("event.opened", "event.planned", "event.entered")
    assert (opened["kind"], plan["kind"], entered["kind"]) == expected
    assert entered["payload"]["players"] == [player.public_id for player in event.players]
    assert entered["by"]["role"] == "owner"
    undo_last(event.event, act=event.act())
    log = rows(api.get(path))
    undoing = {row["payload"]["version"]: row["version"] for row in log if row["kind"] == "event.undone"}
    assert undoing
    assert {row["version"]: row["taken_back_by"] for row in log if row["taken_back_by"]} == undoing


def test_draft_of_a_draw_is_not_in_the_log(hands: Hands) -> None:
    event = planned(StagePlan(kind="swiss", rounds=2), hands=hands)
    event.draw()
    log = rows(Caller(token_for(hands.director)).get(f"events/{event.event.public_id}/log/"))
    (drawn,) = [row for row in log if row["kind"] == "event.drawn"]
    assert drawn["payload"]["stage"] == 1
    for player in event.players:
        assert player.public_id not in str(drawn)


def test_rubbers_of_an_event_are_in_its_log(api: Caller, rubber: Rubber) -> None:
    log = rows(api.get(f"events/{rubber.event.public_id}/log/"))
    assert [row["about"] for row in log] == ["event", "rubber"]
    assert [row["about"] for row in rows(api.get(f"events/{rubber.event.public_id}/log/?about=rubber"))] == [
        "rubber"
    ]


def test_log_of_a_table(hands: Hands) -> None:
    api = Caller(token_for(hands.director))
    at = table("french", hands=hands)
    at.bet("Orford", "Orford", 300)
    at.put("undone", version=5)
    log = rows(api.get(f"tables/{at.sitting.public_id}/log/"))
    expected = ["sitting.opened", *3 * ["sitting.joined"], "sitting.bet", "sitting.undone"]
    assert [row["kind"] for row in log] == expected
    assert (log[0]["about"], log[0]["id"]) == ("sitting", at.sitting.public_id)
    assert log[4]["payload"]["amount"] == 300
    assert [row["taken_back_by"] for row in log] == [None, None, None, None, 6, None]


@pytest.mark.parametrize("number", [1, 3])
def test_query_counts(
    api: Caller, club: Club, owner: User, django_assert_num_queries: Any, number: int
) -> None:
    rubbers = import_text(
        club, *(text(tags=f'[Event "Cup"]\n[Table "{place}"]\n') for place in range(number))
    )
    for rubber in rubbers:
        corrected(api, rubber)
    for place in range(number):
        api.patch(path_of(guests(club, f"Guest {place}")[0]), {"name": f"Nobody {place}"}, If_Match="*")
    event = f"events/{rubbers[0].event.public_id}/log/"
    with django_assert_num_queries(7):
        assert len(rows(api.get(path_of(club, "log")))) == 1 + 3 * number
    with django_assert_num_queries(7):
        assert len(rows(api.get(event))) == 1 + 2 * number
    for _again in range(number):
        corrected(api, rubbers[0])
    with django_assert_num_queries(7):
        assert len(rows(api.get(path_of(rubbers[0], "log")))) == 2 + number
    with django_assert_num_queries(8):
        assert api.get(path_of(rubbers[0], "log", "1")).status_code == 200


@pytest.mark.parametrize("number", [1, 3])
def test_query_counts_of_a_table(hands: Hands, django_assert_num_queries: Any, number: int) -> None:
    api = Caller(token_for(hands.director))
    at = table("french", hands=hands)
    for _bet in range(number):
        at.bet("Orford", "Orford", 300)
    api.get("clubs/")
    with django_assert_num_queries(7):
        assert len(rows(api.get(f"tables/{at.sitting.public_id}/log/"))) == 4 + number
