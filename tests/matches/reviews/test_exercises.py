"""The trainer sets players their own mistakes: those due again first, then the most expensive."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import AnonymousUser

from matches.models import Club, Exercise, Player, Rubber, User
from matches.reviews.exercises import (
    PendingExercises,
    Practice,
    next_exercise,
    pending_exercises,
    practice_by_player,
)
from tests.factories.clubs import make_club
from tests.matches.pages.records import import_text, review, text

pytestmark = [pytest.mark.django_db, pytest.mark.core]

NOW = datetime(2026, 11, 21, 20, tzinfo=UTC)
WITH_INCIDENT = """\
1. A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S Kb CT SQ !43a(SQ):replay CT C8, CK C7, DQ DJ, HA SQ, D8 S8 =B5 (0-3)
2. B 2-3 ^S8 A:ST.HQA.DJ.CK B:SKJ.HKT.D8 S ST Kb SK, SJ CK, D8 DJ, HQ HK, HT HA =B3 (0-5)"""


@pytest.fixture
def rubber() -> Rubber:
    stored = import_text(make_club(), text())[0]
    Player.objects.filter(name="Walker").update(user=User.objects.create_user("walker@example.org"))
    return stored


@pytest.fixture
def walker(rubber: Rubber) -> Player:
    return Player.objects.get(name="Walker")


def set_now(walker: Player) -> int | None:
    """Return the trick of the decision that is set to the player now, or None."""
    assert walker.user is not None
    exercise = next_exercise(walker.user, walker, now=NOW)
    return None if exercise is None else exercise.trick


def note(walker: Player, rubber: Rubber, trick: int, *, due_at: datetime) -> None:
    """Store one answer of the player to the decision of that trick."""
    place = {"rubber": rubber, "game": 1, "deal": 1, "token": 6 + 2 * trick, "kind": "card"}
    Exercise.objects.create(player=walker, answered=1, answered_at=NOW, due_at=due_at, **place)


def test_dearest_decision_never_set_comes_first(rubber: Rubber, walker: Player) -> None:
    review(rubber, [{"trick": 1, "equity_loss": 0.03}, {"trick": 2, "equity_loss": 0.2}, {"trick": 3}])
    assert set_now(walker) == 2


def test_what_has_come_back_is_set_before_what_never_was(rubber: Rubber, walker: Player) -> None:
    review(rubber, [{"trick": 1, "equity_loss": 0.2}, {"trick": 2}, {"trick": 3}, {"trick": 4}])
    note(walker, rubber, 2, due_at=NOW - timedelta(days=1))
    note(walker, rubber, 3, due_at=NOW - timedelta(days=2))
    note(walker, rubber, 4, due_at=NOW + timedelta(days=1))
    assert set_now(walker) == 3
    Exercise.objects.filter(token=12).update(due_at=NOW + timedelta(days=3))
    assert set_now(walker) == 2
    Exercise.objects.filter(token=10).update(due_at=NOW + timedelta(days=3))
    assert set_now(walker) == 1


def test_what_waits_is_counted(rubber: Rubber, walker: Player) -> None:
    assert walker.user is not None
    assert pending_exercises(walker.user, walker, now=NOW) == PendingExercises(due=0, unset=0, next_at=None)
    review(rubber, [{"trick": trick} for trick in (1, 2, 3, 4)])
    note(walker, rubber, 1, due_at=NOW)
    note(walker, rubber, 2, due_at=NOW + timedelta(days=2))
    note(walker, rubber, 3, due_at=NOW + timedelta(days=1))
    pending = pending_exercises(walker.user, walker, now=NOW)
    assert pending == PendingExercises(due=1, unset=1, next_at=NOW + timedelta(days=1))
    assert pending.now == 2


def test_decision_without_a_label_and_the_opponents_are_not_set(rubber: Rubber, walker: Player) -> None:
    review(rubber, [{"equity_loss": 0.019}, {"player": "A", "trick": 1}])
    assert set_now(walker) is None


def test_another_review_of_the_rubber_keeps_what_was_answered(rubber: Rubber, walker: Player) -> None:
    review(rubber, [{}])
    note(walker, rubber, 3, due_at=NOW + timedelta(days=7))
    assert set_now(walker) is None
    review(rubber, [{}, {"trick": 4, "equity_loss": 0.02}], engine="2")
    assert set_now(walker) == 4


def test_decision_that_a_new_review_labels_no_more_leaves(rubber: Rubber, walker: Player) -> None:
    assert walker.user is not None
    review(rubber, [{}])
    note(walker, rubber, 3, due_at=NOW - timedelta(days=1))
    assert set_now(walker) == 3
    review(rubber, [{"equity_loss": 0.019}], engine="2")
    assert set_now(walker) is None
    assert pending_exercises(walker.user, walker, now=NOW) == PendingExercises(0, 0, None)


@pytest.mark.parametrize(
    "change",
    [{"play_checksum": "0" * 64}, {"state": Rubber.State.LIVE}],
    ids=["corrected since", "being played"],
)
def test_review_that_does_not_show_sets_nothing(
    rubber: Rubber, walker: Player, change: dict[str, str]
) -> None:
    review(rubber, [{}])
    assert set_now(walker) == 3
    Rubber.objects.update(**change)
    assert set_now(walker) is None


def test_club_that_he_does_not_see_any_more_sets_nothing(rubber: Rubber, walker: Player) -> None:
    review(rubber, [{}])
    Club.objects.update(is_public=False)
    assert set_now(walker) is None


def test_deal_with_an_irregularity_is_not_set(rubber: Rubber, walker: Player) -> None:
    other = import_text(rubber.club, text("Clay", deals=WITH_INCIDENT))[0]
    assert other.player_b_id == walker.pk
    review(other, [{}])
    assert set_now(walker) is None
    review(other, [{"deal": 2}], engine="2")
    assert set_now(walker) == 3


def test_practice_is_counted_by_player_of_ones_own(rubber: Rubber, walker: Player) -> None:
    assert walker.user is not None
    review(rubber, [{"trick": 1}, {"trick": 2}, {"player": "A", "trick": 3}])
    away = import_text(make_club("garrick"), text("Guest", "Visitor"))[0]
    Player.objects.filter(name="Visitor").update(user=walker.user)
    review(away, [{"trick": 4}])
    note(walker, rubber, 1, due_at=NOW + timedelta(days=1))
    visitor = Player.objects.get(name="Visitor")
    at_garrick = Practice(visitor.public_id, "Garrick", 1)
    assert practice_by_player(walker.user, now=NOW) == [at_garrick, Practice(walker.public_id, "Portland", 1)]
    assert practice_by_player(AnonymousUser(), now=NOW) == []
    assert practice_by_player(User.objects.create_user("clay@example.org"), now=NOW) == []
