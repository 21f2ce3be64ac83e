"""What two phones wrote of the same deal, each in words; the cards of a hand are told to neither."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.services.log import RUBBER_CUT_RECORDED, RUBBER_DEAL_RECORDED, RUBBER_DEAL_UNDONE
from matches.services.pad_conflicts import OpenConflict
from matches.services.pad_plans import Step
from matches.services.written_record import read_deal
from matches.web import words
from matches.web.deal_lines import how_it_went, marks_in_short
from matches.web.faces import face_of
from matches.web.results import score_text
from matches.web.rubber_page import deal_title
from scoring.check import check_rubber
from scoring.checked import CheckedRubber
from scoring.errors import NotationError
from scoring.notation import read_one
from scoring.record import Cut, Ending, Game, Rubber

_HEAD: Final = '[EGN "1"]\n[A "A"]\n[B "B"]\n'
_OTHERS: Final[Mapping[str, str | Promise]] = {
    "rubber.reported": gettext_lazy("the end of the rubber reported"),
    "rubber.closed": gettext_lazy("the end of the rubber"),
    "rubber.confirmed": gettext_lazy("the result confirmed"),
    "rubber.disputed": gettext_lazy("the result disputed"),
}


def conflict_told(
    conflict: OpenConflict, checked: CheckedRubber, names: tuple[str, str], *, device: str
) -> dict[str, Any]:
    """``device`` is that of the phone that asks: what it wrote itself is its own."""
    where = _("Game %(number)s") % {"number": conflict.game}
    if conflict.deal:
        where = deal_title(conflict.game, conflict.deal)
    return {
        "id": conflict.id,
        "kind": conflict.kind,
        "where": where,
        "kept": steps_told(conflict.kept, checked.rubber, names),
        "stands": steps_told(conflict.stands, checked.rubber, names) or _("nothing is written down"),
        "is_own": bool(device) and conflict.device == device,
        "device": conflict.device,
    }


def steps_told(steps: Sequence[Step], record: Rubber, names: tuple[str, str]) -> str:
    """One sentence a step, ``record`` being what is stored now; each deal stands behind those told before it."""
    told = _Told(record, names)
    return "; ".join(str(capfirst(told.step(kind, payload))) for kind, payload in steps)


class _Told:
    """Tells steps in order. ``deals`` are those of each game so far: as stored, then as the steps have them."""

    def __init__(self, record: Rubber, names: tuple[str, str]) -> None:
        self.names = names
        self.rules = tuple((name, value) for name, value in record.tags if name not in ("Result", "Points"))
        self.deals = {number: game.deals for number, game in enumerate(record.games, start=1)}

    def step(self, kind: str, payload: Mapping[str, Any]) -> str:
        if kind == RUBBER_DEAL_RECORDED:
            return self._deal(str(payload["deal"]), int(payload["game"]))
        if kind == RUBBER_DEAL_UNDONE:
            title = deal_title(int(payload["game"]), int(payload["deal"]))
            return _("%(deal)s taken back") % {"deal": title}
        if kind == RUBBER_CUT_RECORDED:
            return _cut(str(payload["cut"]), self.names)
        return str(_OTHERS.get(kind, _("something else")))

    def _deal(self, text: str, game: int) -> str:
        try:
            number = int(text.partition(".")[0])
            deal = read_deal(text, number)
        except (NotationError, ValueError):
            return _("a deal that can't be read")
        deals = (*self.deals.get(game, ())[: number - 1], deal)
        self.deals[game] = deals
        checked = check_rubber(Rubber(self.rules, (Game(1, deals=deals),), Ending(None)))
        told = checked.games[0].deals[-1]
        score = "" if told.score is None or told.void else score_text(*told.score)
        said = [how_it_went(told, self.names), marks_in_short(told, self.names), score]
        return " · ".join(part for part in said if part)


def _cut(text: str, names: tuple[str, str]) -> str:
    try:
        opening = read_one(f"{_HEAD}Game 1 {text}\n*").games[0].opening
    except (NotationError, IndexError):
        return _("the cut for deal")
    pairs = [pair for part in opening if isinstance(part, Cut) for pair in part.pairs]
    return " ".join(words.cut(names, face_of(a), face_of(b)) for a, b in pairs)
