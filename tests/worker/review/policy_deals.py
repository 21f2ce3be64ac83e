"""Deals and worlds in which both players follow the published policy, by plain Python."""

from __future__ import annotations

from functools import partial
from random import Random

from scoring.cards import cards_of
from tests.worker.review.deals import NAMES, format_hand
from tests.worker.review.policy_reference import Table, exchange, plain_cards, stays
from tests.worker.review.reference import PlayedDeal, other, play_out, tricks_by_card
from tests.worker.review.test_policy import counted, random_table


def named(mask: int) -> set[str]:
    return {NAMES[card] for card in cards_of(mask)}


def forward(
    random: Random,
    unseen: list[str],
    turn_up: str,
    score: tuple[int, int],
    player: str,
    last_out: int,
    later: bool,
) -> tuple[set[str], list[str]] | None:
    """Return a deal in which the opponent called, discarded so many cards, and with ``later`` called again.

    None if the policy would have acted differently.
    """
    hand = set(random.sample(unseen, 5))
    table = Table(hand, hand, [], turn_up, score)
    plain = plain_cards(table, hand)
    # Counting, which `stays` does, takes longest.
    if len(plain) != last_out or (player == "elder" and not plain) or stays(table, player, counted):
        return None
    rest = [card for card in unseen if card not in hand]
    table.stock = random.sample(rest, len(rest))
    exchange(table, hand, plain)
    table.gives = 1
    if later and (stays(table, player, counted) or (player == "elder" and not plain_cards(table, hand))):
        return None
    return hand, table.stock


def policy_deal(random: Random, score: tuple[int, int]) -> PlayedDeal:
    """Both follow the published policy, and play their best with both hands seen; ``score`` is A's points and B's."""
    table = random_table(random)
    dealer = random.choice("AB")
    elder = other(dealer)
    table.score = score if elder == "A" else score[::-1]
    turn_up = NAMES.index(table.turn_up)
    dealt = {elder: numbers(table.elder), dealer: numbers(table.dealer)}
    calls, out = "", dict[str, list[int]](A=[], B=[])
    tokens: list[str] = []
    while table.stock and plain_cards(table, table.elder) and not stays(table, "elder", counted):
        calls += "P"
        if stays(table, "dealer", counted):
            calls += "R"
            break
        calls += "G"
        tokens += list(calls[-2:])
        table.gives += 1
        for player, hand in ((elder, table.elder), (dealer, table.dealer)):
            before = set(hand)
            exchange(table, hand, plain_cards(table, hand))
            gone, taken = numbers(before - hand), numbers(hand - before)
            out[player] += gone
            tokens.append(f"-{format_hand(gone)}+{format_hand(taken)}" if gone else "-0")
    else:
        calls += "S"
    tokens += ["P", "R"] if calls.endswith("R") else ["S"]
    hands = {elder: numbers(table.elder), dealer: numbers(table.dealer)}
    deal = PlayedDeal(dealer, turn_up, calls, dealt, out, hands, tokens, [])
    deal.marked = {player: 0 for player in "AB" if deal.king in hands[player]}
    if turn_up == deal.king:
        tokens.insert(0, f"K{dealer.lower()}")
    play_out(deal, partial(best_card, deal))
    return deal


def numbers(cards: set[str]) -> list[int]:
    return sorted(NAMES.index(card) for card in cards)


def best_card(deal: PlayedDeal, player: str, left: dict[str, list[int]], lead: int | None) -> int:
    tricks = tricks_by_card(left[player], left[other(player)], lead, deal.trump)
    return max(tricks, key=lambda card: tricks[card])
