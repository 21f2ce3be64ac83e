from __future__ import annotations

import pytest

from matches.models import Deal, Game, Incident, Player, Rubber
from matches.rubbers.change_rubbers import correct_rubber, dispute_rubber, record_deal, undo_deal
from matches.rubbers.write_rows import idle_entrants
from scoring.record import Rules
from tests.matches.rubbers.hands import DEALS, Hands, differences

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def live_of_two_games(hands: Hands) -> Rubber:
    return hands.open(deals=(*DEALS, "A S =B (0-2)"), rules=Rules(best_of=3))


def keys(rubber: Rubber) -> dict[int, int]:
    """Return the primary keys of the rubber's games by their numbers."""
    return dict(Game.objects.filter(rubber=rubber).values_list("number", "pk"))


def deal_keys(rubber: Rubber) -> dict[tuple[int, int], int]:
    """Return the primary keys of the rubber's deals by the numbers of game and deal."""
    deals = Deal.objects.filter(game__rubber=rubber)
    return {(game, deal): pk for game, deal, pk in deals.values_list("game__number", "number", "pk")}


def test_another_deal_leaves_the_games_before_it_alone(hands: Hands) -> None:
    rubber = live_of_two_games(hands)
    before = keys(rubber)
    record_deal(rubber, "B S =A (2-2)", act=hands.act())
    after = keys(rubber)
    assert before[1] == after[1]
    deals = Deal.objects.filter(game=after[2]).values_list("number", "egn")
    assert list(deals) == [(1, "1. A S =B (0-2)"), (2, "2. B S =A (2-2)")]
    assert differences() == []


def test_another_deal_and_its_taking_back_leave_those_before_it_alone(hands: Hands) -> None:
    rubber = live_of_two_games(hands)
    before = deal_keys(rubber)
    record_deal(rubber, "B S =A (2-2)", act=hands.act())
    assert deal_keys(rubber).items() > before.items()
    undo_deal(rubber, act=hands.act())
    assert deal_keys(rubber) == before
    assert differences() == []


def test_incident_of_a_deal_goes_and_comes_with_it(hands: Hands) -> None:
    rubber = live_of_two_games(hands)
    irregular = "B !9b(looked) S =A (2-2)"
    before = deal_keys(rubber)
    record_deal(rubber, irregular, act=hands.act())
    assert Incident.objects.get().deal_id not in before.values()
    assert differences() == []
    undo_deal(rubber, act=hands.act())
    assert not Incident.objects.exists()
    assert differences() == []


def test_game_whose_only_deal_is_taken_back_goes(hands: Hands) -> None:
    rubber = live_of_two_games(hands)
    before = keys(rubber)
    undo_deal(rubber, act=hands.act())
    assert keys(rubber) == {1: before[1]}
    assert differences() == []


def test_authority_on_a_result_leaves_all_games_alone(hands: Hands) -> None:
    rubber = hands.enter((5, 3))
    before = keys(rubber)
    dispute_rubber(rubber, seat="A", act=hands.act())
    assert keys(rubber) == before


def test_correction_writes_the_other_games_anew(hands: Hands) -> None:
    rubber = hands.enter((5, 3))
    correct_rubber(rubber, hands.result((3, 5)), act=hands.act())
    assert list(Game.objects.filter(rubber=rubber).values_list("points_a", "points_b")) == [(3, 5)]
    assert differences() == []


def test_entrants_are_idle_whom_neither_rubber_nor_draw_needs(hands: Hands) -> None:
    event = hands.enter().event
    names = ("Pole", "Wheble", "Clay", "Read")
    idle, entered, first, second = (
        event.entrants.create(player=Player.objects.create(club=hands.club, name=name)) for name in names
    )
    event.entrants.filter(pk=entered.pk).update(is_entered=True, number=1)
    round_ = event.stages.create(number=1, kind="swiss").rounds.create(number=1, label="1")
    round_.pairings.create(number=1, entrant_a=first, entrant_b=second)
    assert list(idle_entrants()) == [idle]
