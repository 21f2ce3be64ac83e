"""Write down what a pad without an account has recorded. Nothing is stored: a request has the whole rubber."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final

import orjson

from matches.pads.commands import EntryError, RecordDeal, read_command
from matches.rubbers.deal_from_input import deal_from_input, position_of
from matches.rubbers.fold import ended_text
from matches.rubbers.record_from_input import live_record, tags_of
from matches.rules.names import fold_name, tidy_name
from scoring.check import check_rubber
from scoring.checked import CheckedRubber
from scoring.notation import write_rubber
from scoring.record import Ending, Game, Rubber, Rules

KEYS: Final = frozenset({"names", "best_of", "date", "deals"})
LENGTHS: Final = (1, 3, 5)
"""The numbers of games that a rubber of the free pad may be the best of."""
NAME_LENGTH: Final = 40
MOST_DEALS: Final = 120
"""The most deals of a rubber. Each is checked with those before it, which takes half a second for so many."""


@dataclass(frozen=True, slots=True)
class FreeRubber:
    """A rubber as a phone sends it. ``deals`` are the inputs that ``deal_from_input`` reads."""

    names: tuple[str, str]
    best_of: int
    date: str
    deals: tuple[Mapping[str, Any], ...]


def read_free_rubber(body: bytes) -> FreeRubber:
    """Parse a request body. Raises ``EntryError`` for the first invalid field."""
    try:
        payload = orjson.loads(body)
    except orjson.JSONDecodeError:
        raise EntryError("JSON") from None
    if not isinstance(payload, dict) or set(payload) != KEYS:
        raise EntryError("JSON")
    if payload["best_of"] not in LENGTHS or type(payload["best_of"]) is not int:
        raise EntryError("best_of")
    deals = payload["deals"]
    if not isinstance(deals, list) or len(deals) > MOST_DEALS:
        raise EntryError("deals")
    return FreeRubber(
        _read_names(payload["names"]),
        payload["best_of"],
        _read_date(payload["date"]),
        tuple(_read_deals(deals)),
    )


def _read_names(names: object) -> tuple[str, str]:
    if not isinstance(names, list) or len(names) != 2 or not all(isinstance(name, str) for name in names):
        raise EntryError("names")
    a, b = (tidy_name(name[: 4 * NAME_LENGTH]) for name in names)
    if not (a and b) or fold_name(a) == fold_name(b) or max(len(a), len(b)) > NAME_LENGTH:
        raise EntryError("names")
    return a, b


def _read_date(day: object) -> str:
    try:
        return date.fromisoformat(str(day)).isoformat().replace("-", ".")
    except ValueError:
        raise EntryError("date") from None


def _read_deals(deals: Sequence[object]) -> list[Mapping[str, Any]]:
    read = []
    for number, deal in enumerate(deals):
        try:
            command = read_command("deal", deal)
        except EntryError as error:
            raise EntryError(error.field, number) from None
        if isinstance(command, RecordDeal):
            read.append(command.payload)
    return read


def free_rubber_text(sent: FreeRubber) -> str:
    """Return the rubber's canonical EGN text, ended as it stands after its last deal.

    Raises ``InvalidDealError`` for a deal that can't be recorded, and ``EntryError`` for one after the end.
    """
    record = live_record(tags_of(sent.names, Rules(best_of=sent.best_of), date=sent.date))
    checked = check_rubber(record)
    for number, payload in enumerate(sent.deals):
        if checked.winner is not None:
            raise EntryError("deals", number)
        record = _with_deal(checked, payload)
        checked = check_rubber(record)
    is_over = checked.winner is not None
    return ended_text(
        write_rubber(record), {"termination": "normal" if is_over else "unfinished", "winner": ""}
    )


def _with_deal(checked: CheckedRubber, payload: Mapping[str, Any]) -> Rubber:
    """Return the record with one more deal, in its last game or in a new one."""
    record, position = checked.rubber, position_of(checked)
    deal = deal_from_input(checked, payload)
    if position.is_between_games:
        games = (*record.games, Game(position.game, deals=(deal,)))
    else:
        *before, last = record.games
        games = (*before, replace(last, deals=(*last.deals, deal)))
    return replace(record, games=games, ending=Ending(None))
