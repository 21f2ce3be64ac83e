"""Draw incidents from the shuffle to the first lead: of dealing (laws 1 to 21), proposing and exchanging (26 to 38)."""

from __future__ import annotations

from collections.abc import Callable

from tests.scoring.generate import show
from tests.scoring.incidents_at_random.table import Table, Unfound

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
    """Write everything up to the hands, in order. ``has_dealt``: the dealer has shown the order of their packets."""
    if is_out_of_turn:
        # An irregularity that ends the deal before the wrong dealer is noticed would leave law 14 without its incident.
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
        table.settle(14, table.offender_or_nobody(table.dealer), ["before"])  # with the opponent's pack
    if table.misdealt_by == 9:
        looked = ["looked"] if table.rng.random() < 0.5 else []
        incident = table.settle(9, table.rng.choice([table.dealer, ""]), looked)
        if incident.remedy == "rectify":
            sizes = {"A": 5, "B": 5}
        # If two hands of five are kept, only the order of the packets was wrong, and law 19 is about the number.
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
    """Return how many cards each player is dealt: under law 9 five each, if only the order of packets is wrong."""
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
    """Apply laws 15 to 18. Does nothing if the hand is not the case of that law."""
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


def call_and_exchange(table: Table) -> None:
    rounds = 0
    must_give = False
    while True:
        may_propose = bool(table.stock) and not table.unfound and rounds < 6
        if not must_give and (not may_propose or table.rng.random() < 0.35):
            if rounds == 0 or table.rng.random() < 0.6:
                table.write("S")
            if rounds == 0:
                table.vulnerable = table.elder
            return
        table.write("P")
        if not must_give and (table.misdealt_by == 20 or table.rng.random() < 0.25):
            table.write("R")
            if rounds == 0:
                table.vulnerable = table.dealer
            return
        table.write("G")
        rounds += 1
        exchange(table)
        must_give = _card_turned_up(table)


def exchange(table: Table) -> None:
    rng, elder, dealer = table.rng, table.elder, table.dealer
    wanted = rng.randint(1, min(5, len(table.hands[elder])))
    wanted_by_dealer = 0 if table.misdealt_by == 21 else rng.randint(0, min(5, len(table.hands[dealer])))
    if wanted + wanted_by_dealer > len(table.stock) and table.happens(38, 2):
        table.settle(38, table.offender_or_nobody(dealer), [str(len(table.stock))])
    if len(table.stock) > 2 and table.happens(35, 0.5):
        faced = rng.choice(table.stock)
        table.stock.remove(faced)
        table.settle(35, table.offender_or_nobody(dealer), [faced])
    if len(table.stock) > 2 and table.happens(36, 0.5):
        exposed = table.stock[0]
        incident = table.settle(36, table.offender_or_nobody(dealer), [exposed, "adversary"])
        if incident.remedy == "aside":
            table.stock.remove(exposed)
    later: list[Callable[[], None]] = []
    _swap(table, elder, min(wanted, len(table.stock)), later)
    if later and rng.random() < 0.5:
        later.pop()()
    number = min(wanted_by_dealer, len(table.stock))
    if number and table.happens(36, 0.5):
        table.settle(36, table.offender_or_nobody(dealer), [table.stock[0], "own"])
    _swap(table, dealer, number, later)
    for correct in later:
        correct()
    if table.happens(28, 0.3):
        table.settle(28, rng.choice("AB"), [])


def _swap(table: Table, player: str, number: int, later: list[Callable[[], None]]) -> None:
    """Discard ``number`` cards and draw as many, or more, or fewer; the functions in ``later`` correct errors."""
    if number == 0:
        table.write("-0")
        return
    law = _wrong_number(table, player, number)
    out = table.any_of(player, number)
    difference = 0
    if law in (29, 31, 33):
        difference = table.rng.randint(1, min(2, len(table.stock) - number))
    elif law:
        difference = -table.rng.randint(1, number - 1)
    table.put_out(player, out)
    taken = table.give(player, number + difference)
    table.write(f"-{show(out)}+{show(taken)}")
    if law:
        table.laws -= {29, 30, 31, 32, 33, 34}
        _wrongly_served(table, law, player, difference, later)


def _wrong_number(table: Table, player: str, number: int) -> int:
    if len(table.hands[player]) != 5 or table.misdealt_by in (9, 20, 21):
        return 0
    laws = [29, 31] if number < len(table.stock) else []
    laws += [30, 32] if number > 1 else []
    if player == table.dealer:
        laws = [{29: 33, 31: 33, 30: 34, 32: 34}[law] for law in laws]
    laws = [law for law in laws if table.happens(law)]
    return table.rng.choice(laws) if laws else 0


def _wrongly_served(
    table: Table, law: int, player: str, difference: int, later: list[Callable[[], None]]
) -> None:
    facts = [str(abs(difference))]
    letter = table.offender_or_nobody(table.elder if law in (29, 30) else table.dealer)

    def draw() -> None:
        table.take_surplus(table.settle(law, letter, facts), player, difference)

    def complete() -> None:
        if len(table.stock) >= -difference:
            table.make_up(table.settle(law, letter, facts), player, -difference)
        elif law == 34:
            table.unfound.append(Unfound(34, player, facts))
        else:
            table.settle(law, letter, facts, without=("complete",))

    if law in (29, 31, 33):
        later.append(draw)
    elif law == 32 or (law == 34 and table.rng.random() < 0.5):
        later.append(complete)
    else:
        table.unfound.append(Unfound(law, player, facts))


def _card_turned_up(table: Table) -> bool:
    """Law 37: the elder proposes again, and the dealer must give."""
    if table.unfound or len(table.stock) < 3 or not table.happens(37):
        return False
    card = table.stock[0]
    incident = table.settle(37, table.offender_or_nobody(table.dealer), [card])
    if incident.remedy == "aside":
        table.stock.remove(card)
    else:
        # It stays on top of the stock, for the elder; nothing may happen to it there.
        table.laws -= {35, 36}
    return True
