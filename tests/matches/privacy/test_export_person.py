from __future__ import annotations

from typing import Any

import orjson
import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from matches.clubs.accounts import trust_address
from matches.clubs.memberships import change_role
from matches.models import (
    ApiToken,
    Club,
    DealReview,
    Exercise,
    Honour,
    LogEntry,
    PadEntry,
    Player,
    Rating,
    Rubber,
    User,
)
from matches.pads.table_links import make_link
from matches.privacy.export_person import export_person
from scoring.notation import read_one
from tests.factories.clubs import make_club
from tests.matches.clubs.people import Role, make_member, user_of
from tests.matches.pages.records import import_text, review, text
from tests.matches.sittings.sitting_hands import table

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def exported(person: User | Player) -> dict[str, Any]:
    document: dict[str, Any] = orjson.loads(b"".join(export_person(person)))
    return document


@pytest.fixture
def clay(club: Club) -> Player:
    """Return Clay, who played a reviewed rubber as A, with a choice of each side, and is playing another."""
    player = make_member(club, "Clay")
    Player.objects.filter(pk=player.pk).update(shares_reviews=False)
    done, live = import_text(club, text("Clay", "Pole"), text("Clay", "Jones"))
    made = review(done, [{"player": "A", "chosen": "S8"}, {"player": "B", "chosen": "DQ"}])
    DealReview.objects.create(review=made, game=1, deal=1, dealt_marks=0.31)
    for side in (player, done.player_b):
        Exercise.objects.create(
            player=side, rubber=done, game=1, deal=1, token=5, kind="card", due_at=timezone.now()
        )
    Rubber.objects.filter(pk=live.pk).update(state=Rubber.State.LIVE)
    trust_address(user_of(player))
    ApiToken.objects.create(user=user_of(player), name="My phone", token_hash="f" * 64, hint="ecp_abc")
    change_role(club, player, Role.SCORER, by=user_of(player))
    return player


def test_account_with_all_that_hangs_on_it(clay: Player) -> None:
    document = exported(user_of(clay))
    assert document["account"]["email"] == "clay@example.org"
    (address,) = document["account"]["addresses"]
    assert address == {"email": "clay@example.org", "verified": True, "primary": True}
    assert [token["name"] for token in document["tokens"]] == ["My phone"]
    assert [entry["kind"] for entry in document["log"]] == ["club.role_changed"]
    (player,) = document["players"]
    assert (player["name"], player["club"]) == ("Clay", "Portland")
    assert [each["role"] for each in player["memberships"]] == ["scorer"]


def test_rubbers_with_his_own_judgements_alone(clay: Player) -> None:
    done, live = exported(user_of(clay))["rubbers"]
    assert read_one(done["egn"]).players == ("Clay", "Pole")
    (decision,) = done["decisions"]
    assert (decision["chosen"], decision["label"], decision["chances"]["HA"]) == ("S8", "mistake", 0.53)
    assert [(deal["deal"], deal["dealt_marks"]) for deal in done["deals"]] == [(1, 0.31)]
    assert done["accuracy"] == {"percent": None, "decisions": 1, "least": 10, "version": 1}
    assert live["state"] == "live"
    assert not live.keys() & {"egn", "decisions", "deals", "accuracy"}


def test_of_several_reviews_the_one_that_is_shown_goes_out(clay: Player) -> None:
    review(Rubber.objects.earliest("pk"), [{"player": "A", "chosen": "C7"}], engine="2")
    done, _ = exported(user_of(clay))["rubbers"]
    assert [decision["chosen"] for decision in done["decisions"]] == ["C7"]


def test_his_own_exercises_go_out(clay: Player) -> None:
    (exercise,) = exported(user_of(clay))["exercises"]
    rubber = Rubber.objects.earliest("pk")
    assert exercise["rubber__public_id"] == rubber.public_id
    assert (exercise["kind"], exercise["answered"]) == ("card", 0)


def test_no_secret_goes_out(clay: Player) -> None:
    document = b"".join(export_person(user_of(clay))).decode()
    assert "f" * 64 not in document
    assert user_of(clay).password not in document


def test_guest_is_exported_without_account(club: Club, clay: Player) -> None:
    document = exported(guest())
    assert document.keys() == {"players", "rubbers", "tables", "ratings", "honours"}
    assert read_one(document["rubbers"][0]["egn"]).players == ("Clay", "Pole")


@pytest.mark.parametrize(
    ("shares", "open_in_club", "chosen"), [(False, False, None), (True, False, ["DQ"]), (False, True, ["DQ"])]
)
def test_guests_figures_go_out_where_they_are_shared(
    club: Club, clay: Player, shares: bool, open_in_club: bool, chosen: list[str] | None
) -> None:
    Player.objects.filter(name="Pole").update(shares_reviews=shares)
    Club.objects.update(reviews_open=open_in_club)
    (rubber,) = exported(guest())["rubbers"]
    decisions = rubber.get("decisions")
    assert (decisions and [decision["chosen"] for decision in decisions]) == chosen
    assert ("deals" in rubber) == ("accuracy" in rubber) == (chosen is not None)
    assert ("exercises" in exported(guest())) == (chosen is not None)


def test_guests_rubbers_of_other_clubs_stay_there(club: Club, clay: Player) -> None:
    abroad = make_club("garrick")
    tags = f'[BId "{guest().public_id}"]\n'
    (rubber,) = import_text(abroad, text("Jones", "Pole", tags=tags))
    assert rubber.player_b == guest()
    assert [each["club"] for each in exported(guest())["rubbers"]] == ["Portland"]


def test_cards_of_a_rubber_that_is_played_are_in_no_log(club: Club, clay: Player) -> None:
    user = user_of(clay)
    done, live = Rubber.objects.order_by("pk")
    for rubber in (done, live):
        entry = {
            "kind": "rubber.deal_recorded",
            "version": 2,
            "payload": {"deal": "A P R Kb =B4"},
            "by": user,
        }
        entry |= {"stream": f"rubber:{rubber.public_id}", "at": timezone.now(), "key": rubber.public_id}
        LogEntry.objects.create(club=club, **entry)
    entries = [entry for entry in exported(user)["log"] if entry["kind"] == "rubber.deal_recorded"]
    assert [entry.get("payload") for entry in entries] == [{"deal": "A P R Kb =B4"}, None]
    assert entries[1]["stream"] == f"rubber:{live.public_id}"


def test_what_he_sent_from_score_pads_goes_out_without_a_card_of_a_rubber_that_is_played(
    clay: Player,
) -> None:
    user = user_of(clay)
    link = make_link(Rubber.objects.order_by("pk")[0], by=user).link
    for number, rubber in enumerate(Rubber.objects.order_by("pk")):
        fields = {"kind": "deal", "told": {"dealer": "A"}, "outcome": "refused", "device": "d", "seen": 1}
        PadEntry.objects.create(rubber=rubber, by=user, key=f"own-key-{number:010}", **fields)
        PadEntry.objects.create(rubber=rubber, by=user, key=f"the-tables-{number:010}", link=link, **fields)
    document = exported(user)
    entries = [(each["kind"], each.get("told")) for each in document["pad_entries"]]
    assert entries == [("deal", {"dealer": "A"}), ("deal", None)]
    assert [each["hint"] for each in document["table_links"]] == [link.hint]
    assert link.token_hash not in str(document)


def test_tables_go_out_with_what_he_gave_and_got_himself() -> None:
    pool = table()
    pool.put("seated", out=pool.id("Clay"))
    pool.play("A")
    (table_document,) = exported(pool.players["Baldwin"])["tables"]
    assert (table_document["name"], table_document["kind"]) == ("Corner", "pool")
    assert table_document["balance"] == -400
    assert table_document["postings"] == [
        {"game": None, "amount": -200, "why": "stakes"},
        {"game": 1, "amount": -200, "why": "loss"},
    ]


def test_ratings_and_honours_of_his_own_go_out(club: Club, clay: Player) -> None:
    rating = {"week": "2026-11-16", "rating": 1512.5, "deviation": 31.0, "volatility": 0.005}
    rating |= {"won": 2, "expected": 1.5}
    honour = {"kind": "games_won", "season": 2026, "rank": 1, "value": 2000}
    for player, games in ((clay, 3), (guest(), 7)):
        Rating.objects.create(club=club, player=player, games=games, **rating)
        Honour.objects.create(club=club, player=player, position=games, **honour)
    document = exported(user_of(clay))
    assert document["ratings"] == [{"club__name": "Portland", "games": 3, **rating}]
    assert document["honours"] == [{"club__name": "Portland", "standing_on": 0, **honour}]
    assert [each["games"] for each in exported(guest())["ratings"]] == [7]


def guest() -> Player:
    return Player.objects.select_related("club").get(name="Pole")


@pytest.mark.parametrize("rubbers", [1, 3])
def test_queries_do_not_grow_with_rubbers(
    club: Club, django_assert_num_queries: DjangoAssertNumQueries, rubbers: int
) -> None:
    player = make_member(club, "Clay")
    for rubber in import_text(club, *(text("Clay", f"Guest {number}") for number in range(rubbers))):
        review(rubber, [{"player": "A"}])
    with django_assert_num_queries(19):
        exported(user_of(player))
