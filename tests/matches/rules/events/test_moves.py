"""Events of a few players, made by hand, before and after a correction."""

from __future__ import annotations

from dataclasses import replace

import pytest

from matches.rules.events.facts import EventFacts, PlayerId, Side
from matches.rules.events.moves import (
    LaterRound,
    LaterStage,
    Moves,
    Orphan,
    PlaceMove,
    SlotMove,
    TableMove,
    ThroughMove,
    moves,
)
from matches.rules.events.plan import EventPlan, StageKind, StagePlan
from matches.rules.events.state import EventState, Outcome, PairingState, RoundState, StageState
from matches.rules.events.tables import table
from tests.matches.rules.events.crosstables import RULES, bye, rubber, undecided, walkover
from tests.matches.rules.events.logs import some_lots

PLAYERS = ("ann", "bob", "cy", "dot")


def round_of(number: int, *pairings: PairingState, is_released: bool = True) -> RoundState:
    numbered = tuple(replace(pairing, number=place) for place, pairing in enumerate(pairings, start=1))
    return RoundState(number, f"Round {number}", is_released, is_complete=False, pairings=numbered)


def table_stage(
    *rounds: RoundState,
    kind: StageKind = "swiss",
    number: int = 1,
    through: tuple[PlayerId, ...] = (),
    method: str = "",
) -> StageState:
    """Return a stage with the table that its rounds make, by score and rubbers won."""
    plan = StagePlan(kind=kind, tie_breaks=("wins",))
    pairings = [pairing for round_ in rounds for pairing in round_.pairings]
    made = table(PLAYERS, pairings, plan=plan, rules=RULES, lots=some_lots(PLAYERS))
    drawn = StageState(number, plan, "playing", entrants=PLAYERS, rounds=rounds)
    return replace(drawn, tables=(made,), through=through, method=method)


def bracket_stage(
    *rounds: RoundState, number: int = 1, entrants: tuple[PlayerId, ...] = PLAYERS
) -> StageState:
    return StageState(number, StagePlan(kind="knockout"), "playing", entrants=entrants, rounds=rounds)


def event(*stages: StageState, **places: int) -> EventState:
    plan = EventPlan(stages=tuple(stage.plan for stage in stages))
    return EventState(EventFacts(1, plan), stages, places=places)


def decided(pairing: PairingState, winner: Side | None = "A", *, by_award: bool = False) -> PairingState:
    """Return a bracket's pairing with a rubber that decided it, or with an award."""
    outcome = Outcome("award" if by_award else "rubber", winner, (2, 0), is_played=not by_award)
    return replace(pairing, outcome=outcome, rubber="" if by_award else f"rubber of {pairing.a} {pairing.b}")


def match(a: PlayerId | None, b: PlayerId | None) -> PairingState:
    return PairingState(1, 1, "rubber", a, b)


def test_nothing_moves_between_equal_states() -> None:
    state = event(
        table_stage(round_of(1, rubber(1, "ann", "bob")), through=("ann",)),
        bracket_stage(round_of(1, decided(match("ann", "cy"))), number=2, entrants=("ann", "cy")),
        ann=1,
    )
    assert moves(state, state) == Moves()
    assert moves(state, state).is_empty
    assert not moves(state, state).leaves_a_choice


def test_lines_that_change_stand_in_their_new_order() -> None:
    before = event(table_stage(round_of(1, rubber(1, "ann", "bob"), rubber(1, "cy", "dot"))))
    after = event(table_stage(round_of(1, rubber(1, "ann", "bob"), rubber(1, "cy", "dot", (0, 2)))))
    result = moves(before, after)
    assert result == Moves(
        table_moves=(
            TableMove(1, 0, "dot", old_rank=3, new_rank=1, old_halves=0, new_halves=2),
            TableMove(1, 0, "cy", old_rank=1, new_rank=3, old_halves=2, new_halves=0),
        )
    )
    assert not result.is_empty
    assert not result.leaves_a_choice


def test_score_moves_without_the_rank_and_the_rank_without_the_score() -> None:
    before = event(table_stage(round_of(1, rubber(1, "ann", "bob"))))
    after = event(table_stage(round_of(1, rubber(1, "ann", "bob", (1, 1)))))
    table_moves = moves(before, after).table_moves
    assert {
        move.player: (move.old_rank, move.new_rank, move.old_halves, move.new_halves) for move in table_moves
    } == {"ann": (1, 1, 2, 1), "bob": (2, 1, 0, 1), "cy": (2, 3, 0, 0), "dot": (2, 3, 0, 0)}


def test_lines_of_a_stage_that_is_drawn_no_more_or_drawn_anew() -> None:
    drawn = event(table_stage(round_of(1, undecided(1, "ann", "bob"))))
    planned = event(StageState(1, drawn.stages[0].plan, "planned"))
    gone = moves(drawn, planned).table_moves
    come = moves(planned, drawn).table_moves
    everybody = {(player, None, None) for player in PLAYERS}
    assert {(move.player, move.new_rank, move.new_halves) for move in gone} == everybody
    assert {(move.player, move.old_rank, move.old_halves) for move in come} == everybody
    assert [(move.old_rank, move.old_halves) for move in gone] == [(1, 0)] * 4
    assert [(move.new_rank, move.new_halves) for move in come] == [(1, 0)] * 4


def test_stage_that_one_state_has_not_is_compared_with_an_empty_one() -> None:
    one = event(bracket_stage())
    two = event(bracket_stage(), bracket_stage(round_of(1, match("ann", "bob")), number=2))
    come, gone = moves(one, two).slot_moves, moves(two, one).slot_moves
    assert come == (SlotMove(2, 1, 1, "A", None, "ann"), SlotMove(2, 1, 1, "B", None, "bob"))
    assert gone == (SlotMove(2, 1, 1, "A", "ann", None), SlotMove(2, 1, 1, "B", "bob", None))


def test_corrected_semi_final_moves_a_slot_and_orphans_the_final() -> None:
    semi_finals = (decided(match("ann", "bob")), decided(match("cy", "dot")))
    final = decided(match("ann", "cy"))
    before = event(bracket_stage(round_of(1, *semi_finals), round_of(2, final)), ann=1, cy=2)
    corrected = decided(match("ann", "bob"), "B")
    after = event(bracket_stage(round_of(1, corrected, semi_finals[1]), round_of(2, match("bob", "cy"))))

    result = moves(before, after)

    assert result == Moves(
        slot_moves=(SlotMove(1, 2, 1, "A", "ann", "bob"),),
        orphans=(Orphan((1, 2, 1), "ann", "cy", "rubber of ann cy", "bob", "cy"),),
        place_moves=(PlaceMove("ann", 1, None), PlaceMove("cy", 2, None)),
    )
    assert result.slot_moves[0].place == (1, 2, 1)
    assert result.leaves_a_choice
    assert not result.is_empty


ANN_BOB = match("ann", "bob")
WITHDRAWAL = Outcome("withdrawal", "A", (2, 0), is_played=False)


@pytest.mark.parametrize(
    ("was", "is_now", "expected"),
    [
        (decided(ANN_BOB), match("ann", None), (("ann", "bob", "rubber of ann bob", "ann", None),)),
        (decided(ANN_BOB, by_award=True), match("cy", "bob"), (("ann", "bob", "", "cy", "bob"),)),
        # The other way round they are the same two.
        (decided(ANN_BOB), match("bob", "ann"), ()),
        # Without play, or with one side absent, nothing is lost.
        (ANN_BOB, match("cy", "bob"), ()),
        (replace(ANN_BOB, outcome=WITHDRAWAL), match("cy", "bob"), ()),
        # Under way.
        (replace(ANN_BOB, rubber="live"), match("cy", "bob"), (("ann", "bob", "live", "cy", "bob"),)),
        (decided(ANN_BOB), replace(decided(ANN_BOB), is_kept=True), ()),
    ],
)
def test_orphans_are_begun_pairings_whose_two_are_now_others(
    was: PairingState, is_now: PairingState, expected: tuple[tuple[str | None, ...], ...]
) -> None:
    result = moves(event(bracket_stage(round_of(1, was))), event(bracket_stage(round_of(1, is_now))))
    assert result.orphans == tuple(Orphan((1, 1, 1), *two) for two in expected)  # type: ignore[arg-type]


def test_pairing_of_a_round_that_is_there_no_more_is_an_orphan() -> None:
    before = event(bracket_stage(round_of(1, decided(match("ann", "bob")))))
    after = event(bracket_stage())
    assert moves(before, after).orphans == (Orphan((1, 1, 1), "ann", "bob", "rubber of ann bob", None, None),)


def test_who_goes_on_now_and_who_no_more() -> None:
    before = event(table_stage(through=("ann", "bob")))
    after = event(table_stage(through=("cy", "ann")))
    assert moves(before, after) == Moves(
        through_moves=(ThroughMove(1, "cy", goes_on=True), ThroughMove(1, "bob", goes_on=False))
    )


def swiss_of_three(first: PairingState, *, method: str = "", kind: StageKind = "swiss") -> EventState:
    """Return ``first`` with another rubber, a second round half played and a third in draft."""
    return event(
        table_stage(
            round_of(1, first, rubber(1, "cy", "dot")),
            round_of(2, rubber(2, "ann", "cy"), bye(2, "bob"), undecided(2, "dot", "bob")),
            round_of(3, undecided(3, "ann", "dot"), is_released=False),
            kind=kind,
            method=method,
        )
    )


LATER = (
    LaterRound(1, 2, "Round 2", is_released=True, pairings=3, decided=1),
    LaterRound(1, 3, "Round 3", is_released=False, pairings=1, decided=0),
)


@pytest.mark.parametrize(
    ("was", "is_now", "expected"),
    [
        (rubber(1, "ann", "bob"), rubber(1, "ann", "bob", (0, 2)), LATER),
        (undecided(1, "ann", "bob"), rubber(1, "ann", "bob"), LATER),
        # The score is the same, but whether they have met is not.
        (rubber(1, "ann", "bob"), walkover(1, "ann", "bob"), LATER),
        # The score is the same, but the first dealer is not.
        (undecided(1, "ann", "bob"), undecided(1, "bob", "ann"), LATER),
        (undecided(1, "ann", "bob"), replace(undecided(1, "ann", "bob"), kind="bye"), LATER),
        # A draw ignores the number of games.
        (rubber(1, "ann", "bob", (2, 0)), rubber(1, "ann", "bob", (2, 1)), ()),
        (undecided(1, "ann", "bob"), replace(undecided(1, "ann", "bob"), table="7"), ()),
    ],
)
def test_swiss_rounds_drawn_after_a_round_that_is_now_another(
    was: PairingState, is_now: PairingState, expected: tuple[LaterRound, ...]
) -> None:
    result = moves(swiss_of_three(was), swiss_of_three(is_now))
    assert result.later_rounds == expected
    assert result.leaves_a_choice == bool(expected)
    assert result.slot_moves == ()


@pytest.mark.parametrize(("kind", "method"), [("swiss", "berger"), ("round_robin", ""), ("league", "")])
def test_rounds_that_are_not_drawn_on_scores_stay(kind: StageKind, method: str) -> None:
    before = swiss_of_three(rubber(1, "ann", "bob"), kind=kind, method=method)
    after = swiss_of_three(rubber(1, "ann", "bob", (0, 2)), kind=kind, method=method)
    assert moves(before, after).later_rounds == ()


def test_rounds_before_the_corrected_one_stay() -> None:
    first, last = rubber(1, "ann", "bob"), rubber(2, "ann", "cy")
    before = event(table_stage(round_of(1, first), round_of(2, last)))
    after = event(table_stage(round_of(1, first), round_of(2, replace(last, outcome=None))))
    assert moves(before, after).later_rounds == ()


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (("ann", "bob"), ("ann", "cy"), LaterStage(2, ("bob",), ("cy",), is_settled=True, decided=1)),
        # The first stage is not complete any more.
        (("ann", "bob"), (), LaterStage(2, ("ann", "bob"), (), is_settled=False, decided=1)),
        # Another order among the same.
        (("ann", "bob"), ("bob", "ann"), None),
        # A second change restores the entrants that the stage should have.
        (("ann", "cy"), ("ann", "bob"), None),
    ],
)
def test_drawn_stage_whose_entrants_would_be_others(
    old: tuple[PlayerId, ...], new: tuple[PlayerId, ...], expected: LaterStage | None
) -> None:
    final = bracket_stage(
        round_of(1, decided(match("ann", "bob")), replace(match("ann", None), kind="bye")),
        number=2,
        entrants=("ann", "bob"),
    )
    result = moves(event(table_stage(through=old), final), event(table_stage(through=new), final))
    assert result.later_stages == ((expected,) if expected else ())
    assert result.leaves_a_choice == (expected is not None)


def test_stage_that_is_not_drawn_yet_loses_nothing() -> None:
    planned = bracket_stage(number=2, entrants=())
    before, after = (event(table_stage(through=("ann", other)), planned) for other in ("bob", "cy"))
    assert moves(before, after).later_stages == ()


def test_places_in_the_event() -> None:
    before = event(ann=1, bob=2, cy=3)
    after = event(bob=1, ann=2, dot=4, cy=3)
    assert moves(before, after) == Moves(
        place_moves=(PlaceMove("bob", 2, 1), PlaceMove("ann", 1, 2), PlaceMove("dot", None, 4))
    )
    gone = [(move.player, move.old, move.new) for move in moves(after, event(ann=2)).place_moves]
    assert gone == [("bob", 1, None), ("dot", 4, None), ("cy", 3, None)]
