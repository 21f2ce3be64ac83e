"""Put the conflicting entries of two phones for the same deal into words, without the cards of a hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.common.log import RUBBER_CUT_RECORDED, RUBBER_DEAL_RECORDED, RUBBER_DEAL_UNDONE
from matches.pads.conflicts import OpenConflict, ParsedStep, parse_steps
from matches.pads.planned_entries import Step
from matches.pages.common import game_words
from matches.pages.common.card_faces import face_of
from matches.pages.common.results import score_text
from matches.pages.rubbers.deal_lines import deal_summary, marks_in_short
from matches.pages.rubbers.rubber_page import deal_title
from matches.rubbers.deal_from_input import TRICKS
from scoring.cards import seat
from scoring.checked import CheckedDeal, CheckedRubber
from scoring.record import Rubber

KING_LAW: Final = 47
"""The law by which the king is marked; all other marks are for the point or the vole."""
_OTHERS: Final[Mapping[str, str | Promise]] = {
    "rubber.reported": gettext_lazy("the end of the rubber reported"),
    "rubber.closed": gettext_lazy("the end of the rubber"),
    "rubber.confirmed": gettext_lazy("the result confirmed"),
    "rubber.disputed": gettext_lazy("the result disputed"),
}


def conflict_json(conflict: OpenConflict, checked: CheckedRubber, names: tuple[str, str]) -> dict[str, Any]:
    """Return a conflict between the entries of two phones as JSON values.

    Either version has all its steps in words, and a short name for the button that chooses it.
    """
    where = _("Game %(number)s") % {"number": conflict.game}
    if conflict.deal:
        where = deal_title(conflict.game, conflict.deal)
    versions = {
        name: steps_text(steps, checked.rubber, names) or str(capfirst(_("nothing is written down")))
        for name, steps in (("kept", conflict.kept), ("stands", conflict.stands))
    }
    kept, stands = (_short_name(steps, checked.rubber, names) for steps in (conflict.kept, conflict.stands))
    if kept == stands:
        kept, stands = versions["kept"], versions["stands"]
    return {
        "id": conflict.id,
        "kind": conflict.kind,
        "where": where,
        **versions,
        "kept_short": kept or versions["kept"],
        "stands_short": stands or versions["stands"],
        "device": conflict.device,
    }


def _short_name(steps: Sequence[Step], record: Rubber, names: tuple[str, str]) -> str:
    """Return a version by the score that it ends at and who won its last deal, or "" if that is no score."""
    parsed = list(parse_steps(steps, record))
    deal = parsed[-1].deal if parsed else None
    if deal is None or deal.score is None or deal.void:
        return _step_text(parsed[-1], names) if parsed else ""
    score = score_text(*deal.score)
    won = next((mark for mark in deal.marks if mark.law != KING_LAW), None)
    if won is None:
        return score
    is_vole = deal.tricks is not None and deal.tricks[seat(won.player)] == TRICKS["vole"]
    text = _("%(score)s, %(name)s’s vole") if is_vole else _("%(score)s, %(name)s’s point")
    return text % {"score": score, "name": names[seat(won.player)]}


def steps_text(steps: Sequence[Step], record: Rubber, names: tuple[str, str]) -> str:
    """Return the steps of a pad entry, whose deals continue ``record``, in words."""
    return "; ".join(str(capfirst(_step_text(step, names))) for step in parse_steps(steps, record))


def _step_text(step: ParsedStep, names: tuple[str, str]) -> str:
    if step.kind == RUBBER_DEAL_RECORDED:
        return _("a deal that can’t be read") if step.deal is None else _deal(step.deal, names)
    if step.kind == RUBBER_DEAL_UNDONE:
        return _("%(deal)s undone") % {"deal": deal_title(step.game or 0, step.number or 0)}
    if step.kind == RUBBER_CUT_RECORDED:
        pairs = " ".join(game_words.cut(names, face_of(a), face_of(b)) for a, b in step.cut)
        return pairs or _("the cut for deal")
    return str(_OTHERS.get(step.kind, _("something else")))


def _deal(deal: CheckedDeal, names: tuple[str, str]) -> str:
    score = "" if deal.score is None or deal.void else score_text(*deal.score)
    parts = [deal_summary(deal, names), marks_in_short(deal, names), score]
    return " · ".join(part for part in parts if part)
