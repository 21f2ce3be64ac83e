from __future__ import annotations

import pytest

from matches.figures.rate_clubs import RatingFacts, RatingKey, computed_rows, rate_club, rating_differences
from matches.models import Rating, RatingProgress
from matches.operations.rebuild import Rebuild
from tests.matches.rubbers.hands import Hands, differences, make_hands

pytestmark = [pytest.mark.django_db, pytest.mark.core]


@pytest.fixture
def hands() -> Hands:
    hands = make_hands()
    hands.enter()
    rate_club(hands.club.pk)
    return hands


def test_ratings_that_follow_from_the_rubbers_are_no_difference(hands: Hands) -> None:
    assert differences() == []


def test_wrong_rating_is_told_and_mended(hands: Hands) -> None:
    Rating.objects.filter(player=hands.a).update(rating=1800)
    (difference,) = differences()
    assert difference.startswith(
        f"club:{hands.club.public_id}: the rating of player:{hands.a.public_id} in the week of 2026-11-16 is (1800.0, "
    )
    assert differences(write=True) == [difference]
    assert differences() == []
    mended = Rating.objects.get(player=hands.a)
    assert mended.rating == computed_rows(hands.club.pk)[hands.a.pk, mended.week][0]


def test_rating_that_is_missing_or_left_over_is_told(hands: Hands) -> None:
    row = Rating.objects.get(player=hands.a)
    row.delete()
    Rating.objects.filter(player=hands.b).update(week="2026-11-09")
    assert len(differences(write=True)) == 3
    assert differences() == []


def test_ratings_that_are_owed_say_nothing_and_are_written_where_asked_to(hands: Hands) -> None:
    hands.enter(table="2")
    Rating.objects.update(rating=1800)
    assert differences() == []
    assert differences(write=True) == []
    assert not RatingProgress.objects.filter(owed_from__isnull=False).exists()
    assert differences() == []


def test_result_that_comes_while_ratings_are_compared_is_no_difference(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    def rows_meanwhile(club: int) -> dict[RatingKey, RatingFacts]:
        hands.enter(table="2")
        return computed_rows(club)

    monkeypatch.setattr("matches.figures.rate_clubs.computed_rows", rows_meanwhile)
    assert list(rating_differences(write=False)) == []


def test_club_of_which_nobody_noted_anything_is_rated(hands: Hands) -> None:
    Rating.objects.all().delete()
    RatingProgress.objects.all().delete()
    list(Rebuild(write=True).differences())
    assert Rating.objects.count() == 2
