"""Laws 1 to 7: shuffling and cutting. Only law 5 can be checked in a record."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.cards import Player, format_card, opponent, rank_of
from scoring.checks import FIRST_CHECKS, LATEST_CHECKS
from scoring.laws.report import Report
from scoring.record import FIRST_OPENING_TOKEN, Cut, Game, Incident, Item, Variant, tokens_of_opening
from scoring.variants import VARIATIONS


def dealer_by_cut(game: Game, variant: Variant = "ecarte", checks: int = LATEST_CHECKS) -> Player | None:
    """Return the player whom the cut makes the first dealer, or None if no cut decides.

    In the last cut, the first pair of cards that is not a tie decides. The higher card deals at écarté (law
    5), the lower at La Triomphe. The first version of the checks gave the deal to the higher card in both
    games.
    """
    cut = _find_deciding_cut(game)
    if cut is None:
        return None
    for card_a, card_b in cut.pairs:
        if rank_of(card_a) != rank_of(card_b):
            higher: Player = "A" if rank_of(card_a) > rank_of(card_b) else "B"
            return opponent(higher) if _is_lowest_dealer(variant, checks) else higher
    return None


def _is_lowest_dealer(variant: Variant, checks: int) -> bool:
    """Return whether the lower card deals, which the first version of the checks knew in no game."""
    return VARIATIONS[variant].is_lowest_dealer and checks > FIRST_CHECKS


def _find_deciding_cut(game: Game) -> Cut | None:
    cuts = [part for part in game.opening if isinstance(part, Cut)]
    return cuts[-1] if cuts else None


def judge_cut(game: Game, report: Report, variant: Variant = "ecarte", checks: int = LATEST_CHECKS) -> None:
    """Report ``L05`` for a cut that breaks law 5.

    The faults are a tie that was not cut again, a pair of cards after the pair that decided, and a first
    dealer other than the one whom the cut decided.
    """
    cut = _find_deciding_cut(game)
    if cut is None:
        return
    token = _find_cut_token(game, cut)
    for pair_number, (card_a, card_b) in enumerate(cut.pairs, start=1):
        tie = rank_of(card_a) == rank_of(card_b)
        is_last = pair_number == len(cut.pairs)
        if tie and is_last:
            report.add("L05", "error", token, "tie", a=format_card(card_a), b=format_card(card_b))
            return
        if not tie and not is_last:
            report.add("L05", "error", token, "after", a=format_card(card_a), b=format_card(card_b))
            return
    due = dealer_by_cut(game, variant, checks)
    if due is None or not game.deals or game.deals[0].dealer == due:
        return
    if is_deal_accounted_for((*game.opening, *game.deals[0].items)):
        return
    lower_card, higher_card = sorted(cut.pairs[-1], key=rank_of)
    dealer = game.deals[0].dealer
    if _is_lowest_dealer(variant, checks):
        lower, higher = format_card(lower_card), format_card(higher_card)
        report.add("L05", "error", token, "higher", card=lower, other=higher, dealer=dealer, lower=due)
        return
    report.add(
        "L05",
        "error",
        token,
        "lower",
        card=format_card(higher_card),
        other=format_card(lower_card),
        dealer=dealer,
        higher=due,
    )


def is_deal_accounted_for(parts: Iterable[Cut | Item]) -> bool:
    """Return whether ``parts`` include an incident of law 14, which explains a deal out of turn.

    ``parts`` are the items of a game's heading or of a deal.
    """
    return any(isinstance(part, Incident) and part.law == 14 for part in parts)


def _find_cut_token(game: Game, cut: Cut) -> int:
    token = FIRST_OPENING_TOKEN
    for part in game.opening:
        if part is cut:
            return token
        token += tokens_of_opening(part)
    return token
