"""What two phones wrote of the same deal, each in words; the cards of a hand are told to neither."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.common.log import RUBBER_CUT_RECORDED, RUBBER_DEAL_RECORDED, RUBBER_DEAL_UNDONE
from matches.pads.conflicts import OpenConflict
from matches.pads.plan_entries import Step
from matches.pads.queries.conflicts import StepRead, steps_read
from matches.pages.common import game_words as words
from matches.pages.common.card_faces import face_of
from matches.pages.common.result_lines import score_text
from matches.pages.rubbers.deal_lines import how_it_went, marks_in_short
from matches.pages.rubbers.page import deal_title
from scoring.cards import Card
from scoring.checked import CheckedDeal, CheckedRubber
from scoring.record import Rubber

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
    return "; ".join(str(capfirst(_told(step, names))) for step in steps_read(steps, record))


def _told(step: StepRead, names: tuple[str, str]) -> str:
    if step.kind == RUBBER_DEAL_RECORDED:
        return _("a deal that can't be read") if step.deal is None else _deal(step.deal, names)
    if step.kind == RUBBER_DEAL_UNDONE:
        return _("%(deal)s taken back") % {"deal": deal_title(step.game or 0, step.number or 0)}
    if step.kind == RUBBER_CUT_RECORDED:
        return _cut(step.cut, names)
    return str(_OTHERS.get(step.kind, _("something else")))


def _deal(deal: CheckedDeal, names: tuple[str, str]) -> str:
    score = "" if deal.score is None or deal.void else score_text(*deal.score)
    said = [how_it_went(deal, names), marks_in_short(deal, names), score]
    return " · ".join(part for part in said if part)


def _cut(pairs: Sequence[tuple[Card, Card]], names: tuple[str, str]) -> str:
    told = " ".join(words.cut(names, face_of(a), face_of(b)) for a, b in pairs)
    return told or _("the cut for deal")
