"""Effects of remedies on the cards, law by law: hands that change, cards laid aside, cards shown."""

from __future__ import annotations

from scoring.cards import Player, format_cards
from scoring.effects import effect_of
from scoring.incidents import ROWS, Remedy
from scoring.record import Incident
from tests.support.rows import each_row

CHANGES: list[tuple[int, Remedy, Player, str, str]] = [
    # law, remedy, player whose hand changes if A deals, card that leaves it, card that joins it
    (15, "discard", "B", "S7", ""),
    (16, "complete", "B", "", "S7"),
    (17, "draw", "A", "S7", ""),
    (18, "complete", "A", "", "S7"),
    (29, "draw", "B", "S7", ""),
    (31, "discard", "B", "S7", ""),
    (32, "complete", "B", "", "S7"),
    (33, "draw", "A", "S7", ""),
    (34, "complete", "A", "", "S7"),
]


@each_row(("law", "remedy", "player", "out", "taken"), CHANGES)
def test_a_remedy_that_names_cards_changes_a_hand(
    law: int, remedy: Remedy, player: Player, out: str, taken: str
) -> None:
    effect = effect_of(Incident(law, argument="S7"), remedy, "A")
    assert (effect.player, format_cards(effect.out or 0), format_cards(effect.taken or 0)) == (
        player,
        out,
        taken,
    )
    unknown = effect_of(Incident(law), remedy, "A")
    assert (unknown.player, unknown.out, unknown.taken) == (player, None, None)
    left_open = effect_of(Incident(law), None, "A")
    assert (left_open.player, left_open.out, left_open.taken) == (player, None, None)


def test_no_other_remedy_changes_a_hand() -> None:
    changing = {(law, remedy) for law, remedy, *_ in CHANGES}
    for law, row in ROWS.items():
        for remedy in row.remedies:
            effect = effect_of(Incident(law, facts=("S7",)), remedy, "A")
            assert (effect.player is not None) == ((law, remedy) in changing), (law, remedy)


ASIDE: list[tuple[Incident, Remedy, str]] = [
    (Incident(11, facts=("H9", "SQ.CA"), argument="H9"), "choose", "SQ.CA"),
    (Incident(35, facts=("C7",)), "aside", "C7"),
    (Incident(36, facts=("C7", "adversary")), "aside", "C7"),
    (Incident(36, facts=("C7", "adversary")), "take", ""),
    (Incident(37, facts=("C7",)), "aside", "C7"),
    (Incident(37, facts=("C7",)), "take", ""),
    (Incident(17, facts=("6", "looked"), argument="C7"), "draw", "C7"),
    (Incident(17, facts=("6",), argument="C7"), "draw", ""),
    (Incident(15, argument="C7"), "discard", ""),
]


@each_row(("incident", "remedy", "aside"), ASIDE)
def test_cards_are_laid_aside_where_both_players_saw_them(
    incident: Incident, remedy: Remedy, aside: str
) -> None:
    assert format_cards(effect_of(incident, remedy, "A").aside) == aside
