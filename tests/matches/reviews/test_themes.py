"""Decisions to practise are sorted into themes, in the database as in Python."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from matches.models import Decision, Exercise, Player, Rubber, User
from matches.reviews.exercises import next_exercise, pending_by_theme
from matches.reviews.positions import count_by_theme, numbers_of, offered_position
from matches.reviews.themes import THEMES, Theme, is_theme, theme_column, theme_of
from tests.factories.clubs import make_club
from tests.matches.pages.records import import_text, review, text

NOW = datetime(2026, 11, 21, 20, tzinfo=UTC)


@pytest.mark.parametrize(
    ("kind", "trick", "is_lead", "theme"),
    [
        ("proposal", None, False, "calls"),
        ("reply", None, False, "calls"),
        ("king", None, True, "calls"),
        ("discard", None, False, "discards"),
        ("card", 1, True, "leads"),
        ("card", 2, False, "replies"),
        ("card", 3, True, "endings"),
        ("card", 4, False, "endings"),
    ],
)
def test_theme_follows_kind_and_trick(kind: str, trick: int | None, is_lead: bool, theme: Theme) -> None:
    assert theme_of(kind, trick, is_lead=is_lead) == theme


def test_names_of_themes() -> None:
    assert all(map(is_theme, THEMES))
    assert not is_theme("tricks")


def test_shipped_positions_are_counted_by_theme_and_follow_each_other_in_it() -> None:
    counted = count_by_theme()
    assert counted == {"calls": 5, "leads": 1, "replies": 1, "discards": 2, "endings": 3}
    assert list(counted) == list(THEMES)
    assert numbers_of("endings") == (4, 6, 12)
    following = [offered_position(number, "endings") for number in numbers_of("endings")]
    assert [each and (each.count, each.next_number) for each in following] == [(3, 6), (3, 12), (3, 4)]
    every = offered_position(12)
    assert every is not None
    assert (every.count, every.next_number) == (12, 1)
    assert offered_position(13, "calls") is None


@pytest.fixture
def rubber(db: None) -> Rubber:
    """Return a rubber with a review in which Walker (B) has one decision of each theme, but two calls."""
    stored = import_text(make_club(), text())[0]
    Player.objects.filter(name="Walker").update(user=User.objects.create_user("walker@example.org"))
    call = {"trick": None, "chances": {"P": 0.4, "S": 0.5}, "equity_loss": 0.1}
    review(
        stored,
        [
            {**call, "kind": "proposal"},
            {**call, "kind": "king"},
            {**call, "kind": "discard"},
            # A's lead to the second trick, and B's reply to it.
            {"trick": 2, "player": "A", "label": "", "token": 10},
            {"trick": 2, "token": 11},
            {"trick": 1, "token": 8, "equity_loss": 0.3},
            {"trick": 4, "token": 14},
        ],
    )
    return stored


@pytest.fixture
def walker(rubber: Rubber) -> Player:
    return Player.objects.select_related("user").get(name="Walker")


def test_stored_decisions_have_the_themes_of_python(rubber: Rubber) -> None:
    stored = dict(Decision.objects.annotate(theme=theme_column()).values_list("number", "theme"))
    assert stored == {
        **{1: "calls", 2: "calls", 3: "discards", 4: "leads", 5: "replies", 6: "leads", 7: "endings"}
    }


def test_pending_exercises_are_counted_by_theme(walker: Player, rubber: Rubber) -> None:
    assert walker.user is not None
    counted = pending_by_theme(walker.user, walker, now=NOW)
    assert list(counted.items()) == [
        ("calls", 2),
        ("leads", 1),
        ("replies", 1),
        ("discards", 1),
        ("endings", 1),
    ]
    place = {"rubber": rubber, "game": 1, "deal": 1, "token": 8, "kind": "card"}
    Exercise.objects.create(
        player=walker, answered=1, answered_at=NOW, due_at=NOW.replace(year=2027), **place
    )
    assert "leads" not in pending_by_theme(walker.user, walker, now=NOW)


@pytest.mark.parametrize("theme", THEMES)
def test_next_exercise_is_of_the_theme(walker: Player, theme: Theme) -> None:
    assert walker.user is not None
    decision = next_exercise(walker.user, walker, now=NOW, theme=theme)
    assert decision is not None
    assert theme == Decision.objects.annotate(theme=theme_column()).values_list("theme", flat=True).get(
        pk=decision.pk
    )


def test_without_a_theme_the_most_costly_comes_first(walker: Player) -> None:
    assert walker.user is not None
    decision = next_exercise(walker.user, walker, now=NOW)
    assert decision is not None
    assert decision.trick == 1
