"""Events as they stand at some moment, each made anew: drawn, begun, complete, with somebody away."""

from __future__ import annotations

from collections.abc import Callable

from matches.rules.events.plan import MOST_ENTRANTS, StagePlan
from tests.matches.rules.events.life import (
    PLAYERS,
    Life,
    drawn,
    entered,
    planned,
    players,
    released,
)

ROUND_ROBIN = StagePlan(kind="round_robin")
GROUPS = StagePlan(kind="round_robin", groups=2)
SWISS = StagePlan(kind="swiss", rounds=3)
KNOCKOUT = StagePlan(kind="knockout")
INTO_KNOCKOUT = (StagePlan(kind="round_robin", qualifiers=2), KNOCKOUT)
FOUR, FIVE = PLAYERS[:4], PLAYERS[:5]


Situation = Callable[[], Life]


def open_event() -> Life:
    return Life()


def empty_swiss() -> Life:
    return planned(SWISS)


def swiss_entries() -> Life:
    return entered(PLAYERS, SWISS)


def swiss_entries_with_a_pair_that_left() -> Life:
    """Ann was not to meet Bea, nor Cy, and is not entered any more."""
    life = swiss_entries()
    life.do("forbidden", pairs=[["ann", "bea"], ["ann", "cy"]])
    life.do("entry_removed", player="ann")
    return life


def swiss_draft() -> Life:
    return drawn(PLAYERS, SWISS)


def swiss_round_1() -> Life:
    return released(PLAYERS, SWISS)


def swiss_round_1_begun() -> Life:
    """A rubber of the first pairing is under way."""
    life = swiss_round_1()
    life.win(1, 1, 1, is_settled=False)
    return life


def swiss_round_2() -> Life:
    """Round 1 over, round 2 a draft in which Ann is not: she withdrew from it."""
    life = swiss_round_1()
    life.play_all()
    life.do("withdrawn", player="ann", stage=1, round=2)
    life.draw()
    return life


def swiss_last_round() -> Life:
    life = released(FOUR, StagePlan(kind="swiss", rounds=2))
    life.draw()
    return life


def swiss_complete() -> Life:
    life = swiss_last_round()
    life.release()
    life.play_all()
    return life


def tables_of_four() -> Life:
    return released(FOUR, ROUND_ROBIN)


def tables_of_five() -> Life:
    return released(FIVE, ROUND_ROBIN)


def tables_in_draft() -> Life:
    return drawn(FIVE, ROUND_ROBIN)


def swiss_as_tables() -> Life:
    return drawn(FIVE, StagePlan(kind="swiss", rounds=5))


def knockout_entries() -> Life:
    return entered(FOUR, KNOCKOUT)


def knockout_draft() -> Life:
    """Ann meets Dan, and Bea Cy."""
    return drawn(FOUR, KNOCKOUT)


def knockout_of_five() -> Life:
    """Ann, Bea and Cy have byes, Dan meets Eve, and Ann the winner of it."""
    return released(FIVE, KNOCKOUT)


def knockout_begun() -> Life:
    """Ann has won against Dan, Bea and Cy have not begun."""
    life = released(FOUR, KNOCKOUT)
    life.win(1, 1, 1)
    return life


def knockout_of_byes_begun() -> Life:
    """Bea and Cy, who had byes, play."""
    life = knockout_of_five()
    life.win(1, 2, 2, is_settled=False)
    return life


def two_stages() -> Life:
    return released(FOUR, *INTO_KNOCKOUT)


def second_stage() -> Life:
    life = two_stages()
    life.play_all()
    life.draw(2)
    return life


def with_seeds() -> Life:
    life = swiss_entries()
    life.do("seeded", order=["bea"])
    return life


def with_check_in() -> Life:
    life = entered(PLAYERS, SWISS, check_in=True)
    for player in PLAYERS[1:]:
        life.do("checked_in", player=player)
    return life


def with_check_in_drawn() -> Life:
    """Without Ann, who has not checked in."""
    life = with_check_in()
    life.draw()
    return life


def bye_asked() -> Life:
    life = swiss_entries()
    life.do("bye_requested", player="ann", stage=1, round=2)
    return life


def two_byes_asked() -> Life:
    life = bye_asked()
    life.do("bye_requested", player="ann", stage=1, round=1)
    return life


def awarded() -> Life:
    life = swiss_round_1()
    life.do("awarded", stage=1, round=1, number=1, winner=life.state.pairing_at((1, 1, 1)).a)
    return life


def double_walkover() -> Life:
    life = swiss_round_1()
    life.do("awarded", stage=1, round=1, number=4, kind="double_walkover")
    return life


def kept() -> Life:
    life = knockout_begun()
    life.do("kept", stage=1, round=2, number=1, a="dan", b="cy")
    return life


def completed() -> Life:
    life = swiss_complete()
    life.do("completed")
    return life


def late_entry_played() -> Life:
    life = tables_of_five()
    life.do("entered", players=["fay"], place=[1, 6])
    [pairing] = [p for p in life.state.stages[0].rounds[0].pairings if "fay" in (p.a, p.b)]
    life.win(1, 1, pairing.number)
    return life


def group_tables() -> Life:
    return drawn(PLAYERS, GROUPS)


def undone(life: Life) -> Life:
    life.undo()
    return life


def full_event() -> Life:
    return entered(players(MOST_ENTRANTS), SWISS)
