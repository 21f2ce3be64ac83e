"""Tallies are stored for rubbers that count, and follow every change of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection, transaction
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from matches.models import Deal, Event, Game, Player, Rubber, Tally
from matches.operations.rebuild import Rebuild
from matches.privacy.merge import merge_players
from matches.rubbers.change_rubbers import correct_rubber, dispute_rubber, record_deal, void_rubber
from matches.rubbers.states import SETTLED, STATES
from matches.rubbers.tallies import COLUMNS
from matches.rules.figures.traits import KING_MARKED
from tests.matches.files import import_text, rubber_text
from tests.matches.operations.test_rebuild_changes import STEPS, take
from tests.matches.rubbers.hands import DEALS, Hands, differences
from tests.support.examples import examples

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def won(player: Player) -> int:
    return sum(Tally.objects.filter(player=player).values_list("game_won", flat=True))


@pytest.mark.parametrize("state", STATES)
def test_rubber_is_counted_while_it_counts_in_the_standings(state: str, hands: Hands) -> None:
    rubber = hands.in_state(state)
    assert Tally.objects.filter(rubber=rubber).count() == (2 if state in SETTLED else 0)


def test_correction_is_counted_in_the_place_of_what_was(hands: Hands) -> None:
    rubber = hands.enter((5, 3))
    assert (won(hands.a), won(hands.b)) == (1, 0)
    correct_rubber(rubber, hands.result((3, 5)), act=hands.act())
    assert (won(hands.a), won(hands.b)) == (0, 1)
    void_rubber(rubber, act=hands.act())
    assert not Tally.objects.exists()


def test_correction_moves_it_to_other_people_and_another_event(hands: Hands) -> None:
    rubber = hands.enter((5, 3))
    wheble = Player.objects.create(club=hands.club, name="Wheble")
    record = hands.result((5, 3))
    correct_rubber(rubber, record, act=hands.act(), players=(wheble, hands.a), event_name="Winter Cup")
    winter = Event.objects.get(name="Winter Cup")
    stored_tallies = Tally.objects.order_by("seat").values_list("player", "opponent", "event")
    assert list(stored_tallies) == [(wheble.pk, hands.a.pk, winter.pk), (hands.a.pk, wheble.pk, winter.pk)]


def test_dispute_takes_it_out_until_it_is_settled(hands: Hands) -> None:
    rubber = hands.enter()
    dispute_rubber(rubber, seat="A", act=hands.act())
    assert not Tally.objects.exists()
    correct_rubber(rubber, hands.result((5, 3)), act=hands.act())
    assert Tally.objects.count() == 2


def test_merged_player_brings_what_he_played(hands: Hands) -> None:
    hands.enter((5, 3))
    import_text(rubber_text("Lord Orford", "Pole"), club=hands.club)
    lord = Player.objects.get(name="Lord Orford")
    merge_players(hands.a, lord, by=hands.director)
    assert sorted(Tally.objects.filter(player=hands.a).values_list("game_won", flat=True)) == [0, 1]
    assert Tally.objects.get(player__name="Pole").opponent == hands.a
    assert not Tally.objects.filter(player=lord).exists()
    assert differences() == []


def test_deal_of_a_rubber_that_is_played_asks_nothing_about_tallies(hands: Hands) -> None:
    rubber = hands.open(deals=DEALS[:1])
    with CaptureQueriesContext(connection) as captured:
        record_deal(rubber, "B S =A (2-2)", act=hands.act())
    assert [query["sql"] for query in captured if Tally._meta.db_table in query["sql"]] == []


DAMAGE: dict[str, tuple[str, Callable[[], object]]] = {
    "a counter": (
        "tally of A, result, game_won is 2, the log says 1",
        lambda: Tally.objects.filter(seat="A", depth="result").update(game_won=F("game_won") + 1),
    ),
    "a row": (
        "tally of B, result, is not stored",
        lambda: Tally.objects.filter(seat="B", depth="result").delete(),
    ),
    "a row too many": (
        "tally of A, marks, is stored, but the log gives none",
        lambda: Tally.objects.filter(seat="A", depth="result").update(depth="marks"),
    ),
    "another player": (
        "tally of A, of another club, event or player",
        lambda: Tally.objects.filter(seat="A", depth="result").update(
            player=Player.objects.create(club=Player.objects.earliest("pk").club, name="Stranger")
        ),
    ),
    "a day": (
        "tally of A, result, day is ",
        lambda: Tally.objects.filter(seat="A", depth="result").update(day="1877-01-01"),
    ),
    "a deal's traits": (
        "game 1, deal 1, traits_b is ",
        lambda: Deal.objects.filter(number=1).update(traits_b=F("traits_b").bitxor(KING_MARKED.mask)),
    ),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_damage_is_told_and_mended(damage: str, hands: Hands) -> None:
    hands.enter((5, 3))
    import_text(rubber_text(), club=hands.club)
    assert differences() == []
    before = rows()
    what, harm = DAMAGE[damage]
    harm()
    assert [line for line in differences() if what in line] != []
    differences(write=True)
    assert differences() == []
    assert rows() == before


def test_leftover_of_a_rubber_that_does_not_count_is_removed(hands: Hands) -> None:
    rubber = hands.enter()
    kept = list(Tally.objects.all())
    dispute_rubber(rubber, seat="A", act=hands.act())
    Tally.objects.bulk_create(kept)
    assert len([line for line in differences() if "the log gives none" in line]) == 2
    differences(write=True)
    assert not Tally.objects.exists()


@settings(
    max_examples=examples(3, many=15),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(steps=st.lists(STEPS, min_size=3, max_size=10))
def test_kept_up_step_by_step_is_equal_to_built_anew(steps: list[tuple[str, int, int]]) -> None:
    with transaction.atomic():
        take(steps)
        stored_rows, stored_traits = rows(), traits()
        assert {row[0] for row in stored_rows} == {
            pk for pk, state in Rubber.objects.values_list("pk", "state") if state in SETTLED
        }
        Tally.objects.all().delete()
        Game.objects.update(traits_a=0, traits_b=0)
        Deal.objects.update(traits_a=0, traits_b=0)
        for _ in Rebuild(write=True).differences():
            pass
        assert (rows(), traits()) == (stored_rows, stored_traits)
        transaction.set_rollback(True)


def rows() -> list[tuple[object, ...]]:
    return sorted(Tally.objects.values_list(*COLUMNS))


def traits() -> list[tuple[object, ...]]:
    """Return the stored traits of every game and every deal, in order."""
    game = ("rubber", "number", "traits_a", "traits_b")
    deal = ("game__rubber", "game__number", "number", "traits_a", "traits_b")
    return [*sorted(Game.objects.values_list(*game)), *sorted(Deal.objects.values_list(*deal))]
