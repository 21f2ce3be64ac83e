"""What two phones wrote of the same deal, each step of it judged behind those before it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from matches.common.log import RUBBER_CUT_RECORDED, RUBBER_DEAL_RECORDED
from matches.pads.plan_entries import Step
from matches.rubbers.build_record import read_deal
from scoring.cards import Card
from scoring.check import check_rubber
from scoring.checked import CheckedDeal
from scoring.errors import NotationError
from scoring.notation import read_one
from scoring.record import Cut, Deal, Ending, Game, Rubber

_HEAD: Final = '[EGN "1"]\n[A "A"]\n[B "B"]\n'


@dataclass(frozen=True, slots=True)
class StepRead:
    """``kind`` is that of the log. ``deal`` is what a deal came to, and ``cut`` the cards of a cut, A's and B's, tie by
    tie: None and empty for another kind, and for what can't be read. ``game`` and ``number`` are None where it names
    none.
    """

    kind: str
    game: int | None
    number: int | None
    deal: CheckedDeal | None = None
    cut: tuple[tuple[Card, Card], ...] = ()


def steps_read(steps: Sequence[Step], record: Rubber) -> Iterator[StepRead]:
    """``steps`` of an ``OpenConflict``, ``record`` being what is stored now."""
    rules = tuple((name, value) for name, value in record.tags if name not in ("Result", "Points"))
    deals = {number: game.deals for number, game in enumerate(record.games, start=1)}
    for kind, payload in steps:
        if kind == RUBBER_DEAL_RECORDED:
            yield _deal(payload, rules, deals)
        elif kind == RUBBER_CUT_RECORDED:
            yield StepRead(kind, payload.get("game"), None, cut=_cut(str(payload["cut"])))
        else:
            yield StepRead(kind, payload.get("game"), payload.get("deal"))


def _deal(
    payload: Mapping[str, Any], rules: tuple[tuple[str, str], ...], deals: dict[int, tuple[Deal, ...]]
) -> StepRead:
    """The deal, which from now on is one of ``deals``."""
    text, game = str(payload["deal"]), int(payload["game"])
    try:
        number = int(text.partition(".")[0])
        deal = read_deal(text, number)
    except (NotationError, ValueError):
        return StepRead(RUBBER_DEAL_RECORDED, game, None)
    deals[game] = (*deals.get(game, ())[: number - 1], deal)
    checked = check_rubber(Rubber(rules, (Game(1, deals=deals[game]),), Ending(None)))
    return StepRead(RUBBER_DEAL_RECORDED, game, number, deal=checked.games[0].deals[-1])


def _cut(text: str) -> tuple[tuple[Card, Card], ...]:
    try:
        opening = read_one(f"{_HEAD}Game 1 {text}\n*").games[0].opening
    except (NotationError, IndexError):
        return ()
    return tuple(pair for part in opening if isinstance(part, Cut) for pair in part.pairs)
