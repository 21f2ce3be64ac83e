"""Proposals, answers, and cards put out and taken: laws 26 to 38."""

from __future__ import annotations

from collections.abc import Callable

from tests.scoring.generate import show
from tests.scoring.incidents_at_random.table import Table, Unfound


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
    """Put ``number`` out and take as many in, or more, or fewer; what is wrong is put right ``later``."""
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
