"""Make events in given situations: drawn, begun, complete, with a player away."""

from __future__ import annotations

from collections.abc import Callable

from matches.rules.events.plan import MOST_ENTRANTS, StagePlan
from tests.matches.rules.events.logs import PLAYERS, Life, drawn, entered, planned, players, released

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
    """Return a Swiss from which Ann, who could not meet Bea or Cy, is removed."""
    life = swiss_entries().do("forbidden", pairs=[["ann", "bea"], ["ann", "cy"]])
    life.do("entry_removed", player="ann")
    return life


def swiss_draft() -> Life:
    return drawn(PLAYERS, SWISS)


def swiss_round_1() -> Life:
    return released(PLAYERS, SWISS)


def swiss_round_1_begun() -> Life:
    """Return the event with a rubber of the first pairing in progress."""
    return swiss_round_1().win(1, 1, 1, is_settled=False)


def swiss_round_2() -> Life:
    """Return the event with round 1 over and round 2 a draft without Ann, who withdrew from it."""
    return swiss_round_1().play_all().do("withdrawn", player="ann", stage=1, round=2).draw()


def swiss_last_round() -> Life:
    return released(FOUR, StagePlan(kind="swiss", rounds=2)).draw()


def swiss_complete() -> Life:
    return swiss_last_round().release().play_all()


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
    """Return a draft in which Ann meets Dan, and Bea Cy."""
    return drawn(FOUR, KNOCKOUT)


def knockout_of_five() -> Life:
    """Return a knockout: Ann, Bea and Cy have byes, Dan meets Eve, and Ann the winner of that."""
    return released(FIVE, KNOCKOUT)


def knockout_begun() -> Life:
    """Return a knockout in which Ann has beaten Dan, and Bea and Cy have not begun."""
    return released(FOUR, KNOCKOUT).win(1, 1, 1)


def knockout_of_byes_begun() -> Life:
    """Return a knockout in which Bea and Cy, who had byes, play."""
    return knockout_of_five().win(1, 2, 2, is_settled=False)


def two_stages() -> Life:
    return released(FOUR, *INTO_KNOCKOUT)


def second_stage() -> Life:
    return two_stages().play_all().draw(2)


def with_seeds() -> Life:
    return swiss_entries().do("seeded", order=["bea"])


def with_check_in() -> Life:
    life = entered(PLAYERS, SWISS, check_in=True)
    for player in PLAYERS[1:]:
        life.do("checked_in", player=player)
    return life


def with_check_in_drawn() -> Life:
    """Return a draw without Ann, who has not checked in."""
    return with_check_in().draw()


def bye_asked() -> Life:
    return swiss_entries().do("bye_requested", player="ann", stage=1, round=2)


def two_byes_asked() -> Life:
    return bye_asked().do("bye_requested", player="ann", stage=1, round=1)


def awarded() -> Life:
    life = swiss_round_1()
    life.do("awarded", stage=1, round=1, number=1, winner=life.state.pairing_at((1, 1, 1)).a)
    return life


def double_walkover() -> Life:
    return swiss_round_1().do("awarded", stage=1, round=1, number=4, kind="double_walkover")


def kept() -> Life:
    return knockout_begun().do("kept", stage=1, round=2, number=1, a="dan", b="cy")


def completed() -> Life:
    return swiss_complete().do("completed")


def late_entry_played() -> Life:
    life = tables_of_five().do("entered", players=["fay"], place=[1, 6])
    [pairing] = [p for p in life.state.stages[0].rounds[0].pairings if "fay" in (p.a, p.b)]
    life.win(1, 1, pairing.number)
    return life


def group_tables() -> Life:
    return drawn(PLAYERS, GROUPS)


def full_event() -> Life:
    return entered(players(MOST_ENTRANTS), SWISS)
