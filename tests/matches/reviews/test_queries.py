from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db.models import F

from matches.models import Club, DealReview, Decision, Player, Review, Rubber
from matches.reviews.queries import (
    deal_reviews,
    decisions_of_deal,
    labelled_decisions,
    latest_reviews,
    player_labelled,
    player_reviews,
)
from tests.factories.clubs import make_club
from tests.matches.pages.records import import_text, make_member, review, text

pytestmark = [pytest.mark.django_db, pytest.mark.core(differs=True)]

UNLABELLED = {"equity_loss": 0.01}


@pytest.fixture
def club() -> Club:
    return make_club(reviews_open=True)


@pytest.fixture
def rubber(club: Club) -> Rubber:
    (rubber,) = import_text(club, text())
    return rubber


def labelled(rubber: Rubber) -> list[str]:
    return [decision.chosen for decision in labelled_decisions(rubber, ["A", "B"])]


# Which review it is


def test_latest_finished_review_is_shown(rubber: Rubber) -> None:
    old = review(rubber, [{"chosen": "S8"}], engine="1")
    assert labelled(rubber) == ["S8"]
    review(rubber, [{"chosen": "DQ"}], engine="2")
    assert labelled(rubber) == ["DQ"]
    Review.objects.filter(pk=old.pk).update(done_at=F("done_at") + timedelta(minutes=1))
    assert labelled(rubber) == ["S8"]


@pytest.mark.parametrize("state", ["claimed", "failed"])
def test_until_a_new_engine_is_done_the_earlier_review_stays(rubber: Rubber, state: str) -> None:
    review(rubber, [{"chosen": "S8"}], engine="1")
    new = review(rubber, [{"chosen": "DQ"}], engine="2")
    Review.objects.filter(pk=new.pk).update(state=state, claimed_until=F("done_at"), done_at=None)
    assert labelled(rubber) == ["S8"]


def test_review_outlives_a_correction_that_leaves_the_cards(rubber: Rubber) -> None:
    review(rubber, [{}])
    Rubber.objects.update(version=2, checksum="0" * 64)
    assert labelled(rubber) == ["DQ"]


def test_review_of_other_cards_is_none(rubber: Rubber) -> None:
    review(rubber, [{}])
    Rubber.objects.update(play_checksum="0" * 64)
    assert labelled(rubber) == []
    assert not latest_reviews().exists()


def test_cards_put_back_find_their_review_again(rubber: Rubber) -> None:
    review(rubber, [{"chosen": "S8"}], engine="1")
    other = review(rubber, [{"chosen": "DQ"}], engine="2")
    Review.objects.filter(pk=other.pk).update(play_checksum="0" * 64)
    assert labelled(rubber) == ["S8"]


def test_every_rubber_has_its_own(club: Club) -> None:
    rubbers = import_text(club, text(), text("Clay", "Pole"))
    kept = [review(rubber, [], engine="2") for rubber in rubbers]
    review(rubbers[0], [], engine="3")
    assert latest_reviews().count() == 2
    assert set(latest_reviews().values_list("rubber", flat=True)) == {each.rubber_id for each in kept}


# Reviews of a rubber


def test_seats_have_their_own_choices_in_order(rubber: Rubber) -> None:
    seats = (("B", "DQ"), ("A", "S8"), ("B", "HA"))
    review(
        rubber, [{"player": seat, "chosen": card, "trick": 1 + at} for at, (seat, card) in enumerate(seats)]
    )
    assert [each.chosen for each in labelled_decisions(rubber, ["B"])] == ["DQ", "HA"]
    assert [each.chosen for each in labelled_decisions(rubber, ["A", "B"])] == ["DQ", "S8", "HA"]
    assert list(labelled_decisions(rubber, [])) == []


def test_deal_has_what_was_no_mistake_too(rubber: Rubber) -> None:
    review(
        rubber,
        [{"deal": 1}, {"deal": 2, "chosen": "S8", "trick": 2, **UNLABELLED}, {"deal": 2, "chosen": "HA"}],
    )
    assert [each.chosen for each in decisions_of_deal(rubber, 1, 2, ["A", "B"])] == ["S8", "HA"]
    assert labelled(rubber) == ["DQ", "HA"]
    assert not decisions_of_deal(rubber, 2, 1, ["A", "B"]).exists()


@pytest.mark.parametrize(
    ("seats", "deals"), [([], []), (["A"], [1, 2]), (["B"], [1, 2]), (["A", "B"], [1, 2])]
)
def test_luck_shows_where_either_seat_does(rubber: Rubber, seats: list[str], deals: list[int]) -> None:
    made = review(rubber, [])
    for deal in (2, 1):
        DealReview.objects.create(review=made, game=1, deal=deal)
    assert [each.deal for each in deal_reviews(rubber, seats)] == deals


# Reviews of a player


def test_mistakes_of_a_player_from_both_sides_the_dearest_first(club: Club) -> None:
    first, second = import_text(club, text("Clay", "Pole"), text("Pole", "Clay"))
    review(first, [{"player": "A", "chosen": "S8"}, {"player": "B", "chosen": "HA"}])
    review(second, [{"chosen": "DQ", "equity_loss": 0.2}, {"chosen": "D8", "trick": 4, **UNLABELLED}])
    clay = Player.objects.select_related("club").get(name="Clay")
    assert [each.chosen for each in player_labelled(AnonymousUser(), clay)] == ["DQ", "S8"]


def walker_of(rubber: Rubber) -> Player:
    return Player.objects.select_related("club").get(pk=rubber.player_b_id)


@pytest.mark.parametrize(
    ("open_in_club", "shares", "is_himself", "seen"),
    [
        (False, False, False, False),
        (True, False, False, True),
        (False, True, False, True),
        (False, False, True, True),
    ],
)
def test_whose_figures_may_be_read(
    rubber: Rubber, open_in_club: bool, shares: bool, is_himself: bool, seen: bool
) -> None:
    review(rubber, [{}])
    Club.objects.update(reviews_open=open_in_club)
    viewer = make_member(make_club("garrick"))
    Player.objects.filter(name="Walker").update(shares_reviews=shares, user=viewer if is_himself else None)
    assert player_reviews(viewer, walker_of(rubber)).exists() == seen
    assert player_labelled(viewer, walker_of(rubber)).exists() == seen


@pytest.mark.parametrize(
    ("of_club", "of_rubber"), [({"is_public": False}, {}), ({}, {"state": Rubber.State.LIVE})]
)
def test_closed_clubs_and_rubbers_that_are_played_show_none(
    rubber: Rubber, of_club: dict[str, object], of_rubber: dict[str, object]
) -> None:
    review(rubber, [{}])
    Club.objects.update(**of_club)
    Rubber.objects.update(**of_rubber)
    assert Decision.objects.exists()
    assert not player_labelled(AnonymousUser(), walker_of(rubber)).exists()
