"""Correct one deal of a record that is complete: its text without what follows from it, and the record with another."""

from __future__ import annotations

from dataclasses import replace

from matches.rubbers.deal_from_input import deal_from_input
from matches.rubbers.errors import InvalidDealError, NoSuchDealError
from matches.rubbers.record_deals import record_before, replace_deal
from scoring.check import check_rubber
from scoring.notation import write_deal
from scoring.record import Deal, Outcome, Rubber, Score


def deal_at(record: Rubber, game: int, number: int) -> Deal:
    """Return a deal by the numbers of its game and deal. Raises ``NoSuchDealError``."""
    if not 1 <= game <= len(record.games) or not 1 <= number <= len(record.games[game - 1].deals):
        raise NoSuchDealError
    return record.games[game - 1].deals[number - 1]


def deal_line(record: Rubber, game: int, number: int) -> str:
    """Return the text of a deal without number, dealer and comments, and without the end that its cards imply.

    ``corrected_record`` makes the same deal of it. Raises ``NoSuchDealError``.
    """
    deal = replace(deal_at(record, game, number), comments=())
    shorter = _without_end(deal, Score)
    bare = _without_end(shorter, Outcome)
    if _is_made_of(record, game, bare, deal):
        deal = bare
    elif _is_made_of(record, game, shorter, deal):
        deal = shorter
    return _line_of(deal)


def corrected_record(record: Rubber, game: int, number: int, line: str) -> Rubber:
    """Return ``record`` with the deal that ``line`` describes in place of another one, by its numbers.

    The dealer and the comments stay, and scores are computed again. Raises ``NoSuchDealError``,
    ``InvalidDealError`` for a line that is no complete deal, and ``LaterDealError`` if a later deal contradicts it.
    """
    old = deal_at(record, game, number)
    new = _deal_of(record, game, number, line)
    return replace_deal(record, game, number, replace(new, comments=new.comments or old.comments))


def _deal_of(record: Rubber, game: int, number: int, line: str) -> Deal:
    dealer = deal_at(record, game, number).dealer
    before = check_rubber(record_before(record, game, number))
    return deal_from_input(before, {"dealer": dealer, "line": line})


def _without_end(deal: Deal, kind: type[Score | Outcome]) -> Deal:
    return replace(deal, items=deal.items[:-1]) if deal.items and isinstance(deal.items[-1], kind) else deal


def _is_made_of(record: Rubber, game: int, shorter: Deal, deal: Deal) -> bool:
    try:
        return _deal_of(record, game, deal.number, _line_of(shorter)).items == deal.items
    except InvalidDealError:
        return False


def _line_of(deal: Deal) -> str:
    _number, _dealer, *tokens = write_deal(deal).replace(",", "").split()
    return " ".join(tokens)
