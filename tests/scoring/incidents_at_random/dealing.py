"""From the shuffle to the hands as they are played or exchanged: laws 1 to 21."""

from __future__ import annotations

from tests.scoring.generate import show
from tests.scoring.incidents_at_random.table import Table

# The cards in the wrong hand: the elder's under laws 15, 16 and 20, the dealer's under 17, 18 and 21.
NUMBERS = {15: (6, 7), 16: (3, 4), 17: (6, 7), 18: (3, 4), 20: (4, 6), 21: (4, 6)}


def shuffle_and_cut(table: Table) -> None:
    for law in (1, 2):
        if table.happens(law, 0.4):
            table.settle(law, table.rng.choice(["A", "B", ""]), [])
    if table.happens(3, 0.4):
        table.settle(3, table.rng.choice(["A", "B", ""]), ["1"])
    if table.happens(7, 0.4):
        table.settle(7, "", [table.rng.choice(table.stock)])


def deal_cards(table: Table, packets: str, *, is_out_of_turn: bool, has_dealt: bool) -> None:
    """Everything up to the hands, written in the order in which it happens.

    ``has_dealt``: the dealer has shown in this game in which order he gives his packets.
    """
    if is_out_of_turn:
        # What ends the deal before it is noticed who dealt would leave law 14 without its incident.
        table.laws -= {9, 11, 12, 13}
    table.misdealt_by = _misdeal(table)
    if table.misdealt_by == 9:
        table.laws -= {12, 14}
    sizes = _sizes(table, may_change_order=has_dealt)
    if table.misdealt_by == 9 and sizes == {table.elder: 5, table.dealer: 5}:
        packets = "2-3" if packets == "3-2" else "3-2"
    table.write(packets)
    if table.happens(12, 0.5):
        table.settle(12, table.offender_or_nobody(table.dealer), [table.rng.choice(table.stock)])
    is_found_early = table.rng.random() < 0.5
    if is_out_of_turn and is_found_early:
        table.settle(14, table.offender_or_nobody(table.dealer), ["before"])
    if not is_out_of_turn and table.happens(14, 0.2):
        table.settle(14, table.offender_or_nobody(table.dealer), ["before"])  # with the adversary's pack
    if table.misdealt_by == 9:
        looked = ["looked"] if table.rng.random() < 0.5 else []
        incident = table.settle(9, table.rng.choice([table.dealer, ""]), looked)
        if incident.remedy == "rectify":
            sizes = {"A": 5, "B": 5}
        # Where two hands of five are let stand it was the order of the packets, and law 19 is about the number.
        is_order_alone = incident.remedy == "stand" and set(sizes.values()) == {5}
        table.is_king_barred = not is_order_alone
    for player in (table.elder, table.dealer):
        table.give(player, sizes[player])
    if table.happens(13, 0.3):
        _expose(table)
    _turn_up(table)
    if table.happens(13, 0.2):
        _expose(table)
    if is_out_of_turn and not is_found_early:
        table.settle(14, table.offender_or_nobody(table.dealer), ["after"])
    for player in (table.elder, table.dealer):
        table.write(f"{player}:{show(sorted(table.hands[player]))}")
    if table.misdealt_by in (15, 16, 17, 18):
        for law, player in ((15, table.elder), (16, table.elder), (17, table.dealer), (18, table.dealer)):
            _correct_number(table, law, player)


def _misdeal(table: Table) -> int:
    laws = [law for law in (9, 15, 16, 17, 18, 20, 21) if law in table.laws]
    return table.rng.choice(laws) if laws and table.rng.random() < table.injuries else 0


def _sizes(table: Table, *, may_change_order: bool) -> dict[str, int]:
    """How many cards each is dealt; under law 9 five all the same, where the order of the packets is what is wrong."""
    sizes = {"A": 5, "B": 5}
    law, rng = table.misdealt_by, table.rng
    if law == 9 and not (may_change_order and rng.random() < 0.4):
        sizes[rng.choice("AB")] = rng.choice((3, 4, 6, 7))
    elif law in NUMBERS:
        sizes[table.elder if law in (15, 16, 20) else table.dealer] = rng.choice(NUMBERS[law])
        if law in (15, 16) and rng.random() < 0.2:
            sizes[table.dealer] = rng.choice((4, 6))
    return sizes


def _expose(table: Table) -> None:
    whose = table.rng.choice(["own", "adversary"])
    player = table.dealer if whose == "own" else table.elder
    facts = [table.any_of(player)[0], whose] + (["looked"] if table.rng.random() < 0.4 else [])
    table.settle(13, table.offender_or_nobody(table.dealer), facts)


def _turn_up(table: Table) -> None:
    if not table.happens(11, 0.7):
        table.turn_up = table.stock.pop(0)
        table.write(f"^{table.turn_up}")
        return
    number = table.rng.randint(2, 3)
    cards, table.stock = table.stock[:number], table.stock[number:]
    facts = [show(cards)] if table.rng.random() < 0.5 else list(cards)
    facts += ["looked"] if table.rng.random() < 0.3 else []
    table.turn_up = table.rng.choice(cards)
    is_noticed_late = table.rng.random() < 0.3
    if is_noticed_late:
        table.write(f"^{table.turn_up}")
    incident = table.settle(11, table.offender_or_nobody(table.dealer), facts)
    incident.argument = table.turn_up
    if not is_noticed_late:
        table.write(f"^{table.turn_up}")


def _correct_number(table: Table, law: int, player: str) -> None:
    """Laws 15 to 18: nothing where the hand is not what that law is about."""
    difference = len(table.hands[player]) - 5
    if (difference > 0) != (law in (15, 17)) or difference == 0:
        return
    number = table.rng.choice([len(table.hands[player]), abs(difference)])
    facts = [str(number)] + (["looked"] if law == 17 and table.rng.random() < 0.5 else [])
    incident = table.settle(law, table.rng.choice(["A", "B", ""]), facts)
    table.is_king_barred = True
    if incident.remedy in ("discard", "draw"):
        table.take_surplus(incident, player, difference)
    else:
        table.make_up(incident, player, -difference)
