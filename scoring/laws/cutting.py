"""Laws 1 to 7: shuffling and cutting. Law 5 alone shows in a record."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.cards import Player, format_card, rank_of
from scoring.laws.report import Report
from scoring.record import FIRST_OPENING_TOKEN, Cut, Game, Incident, Item, tokens_of_opening


def dealer_by_cut(game: Game) -> Player | None:
    """The player whom the cut makes dealer (law 5): the higher rank of the first pair that is not a tie."""
    cut = _deciding_cut(game)
    if cut is None:
        return None
    for card_a, card_b in cut.pairs:
        if rank_of(card_a) != rank_of(card_b):
            return "A" if rank_of(card_a) > rank_of(card_b) else "B"
    return None


def _deciding_cut(game: Game) -> Cut | None:
    cuts = [part for part in game.opening if isinstance(part, Cut)]
    return cuts[-1] if cuts else None


def judge_cut(game: Game, report: Report) -> None:
    """``L05``: a tie not cut again, a pair after a decisive one, or a dealer who is not the higher cut."""
    cut = _deciding_cut(game)
    if cut is None:
        return
    token = _cut_token(game, cut)
    for pair_number, (card_a, card_b) in enumerate(cut.pairs, start=1):
        tie = rank_of(card_a) == rank_of(card_b)
        is_last = pair_number == len(cut.pairs)
        if tie and is_last:
            report.add("L05", "error", token, "tie", a=format_card(card_a), b=format_card(card_b))
            return
        if not tie and not is_last:
            report.add("L05", "error", token, "after", a=format_card(card_a), b=format_card(card_b))
            return
    higher = dealer_by_cut(game)
    if higher is None or not game.deals or game.deals[0].dealer == higher:
        return
    if is_deal_accounted_for((*game.opening, *game.deals[0].items)):
        return
    lower_card, higher_card = sorted(cut.pairs[-1], key=rank_of)
    report.add(
        "L05",
        "error",
        token,
        "lower",
        card=format_card(higher_card),
        other=format_card(lower_card),
        dealer=game.deals[0].dealer,
        higher=higher,
    )


def is_deal_accounted_for(parts: Iterable[Cut | Item]) -> bool:
    """Whether an incident of law 14 stands among the parts of a heading or a deal, and says who dealt and why."""
    return any(isinstance(part, Incident) and part.law == 14 for part in parts)


def _cut_token(game: Game, cut: Cut) -> int:
    token = FIRST_OPENING_TOKEN
    for part in game.opening:
        if part is cut:
            return token
        token += tokens_of_opening(part)
    return token
