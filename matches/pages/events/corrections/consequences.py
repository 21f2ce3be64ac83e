"""Find and confirm the consequences for a planned event before a rubber's record or state is changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.common.commands import CommandContext
from matches.events.corrections import (
    Preview,
    confirm_or_dispute_result,
    correct_result,
    result_preview,
    state_preview,
)
from matches.models import Player, Rubber
from matches.pages.common.results import score_text, side_names
from matches.pages.events.corrections.preview import Correction, DecisionForm, correction_of, show_preview
from matches.rubbers.change_result import correct_rubber
from matches.rubbers.change_rubbers import CorrectRubber
from matches.rubbers.states import SETTLED, State
from scoring import record as scored
from scoring.check import check_rubber
from scoring.notation import read_one

SetState: TypeAlias = Callable[[], Rubber]


@dataclass(frozen=True, slots=True)
class NewContent:
    """The new content of a corrected rubber, whose ``players`` may not be stored yet."""

    record: scored.Rubber
    players: tuple[Player, Player]
    event_name: str


@dataclass(frozen=True, slots=True)
class Consequences:
    """The consequences of a correction: the preview on which the director must decide, or what stores all.

    If ``page`` is None, call ``correct`` to store the correction with its consequences. ``decision`` is None
    if nothing had to be decided.
    """

    correct: CorrectRubber
    page: HttpResponse | None = None
    decision: DecisionForm | None = None


def consequences_of(
    request: HttpRequest, rubber: Rubber, new: NewContent, *, has_changed: bool = False
) -> Consequences:
    """Return the consequences of replacing the content of ``rubber`` by ``new``.

    No decision is needed in an open event, if nothing moves, or for a first result that leaves no choice.
    ``has_changed`` shows the preview again, because the event was changed since. Raises the errors that
    ``correct_rubber`` raises for an invalid record or players.
    """
    if rubber.event.plan is None:
        return Consequences(correct_rubber)
    preview = result_preview(rubber.event, rubber, new.record, players=new.players, event_name=new.event_name)
    if not _needs_decision(rubber, preview):
        return Consequences(correct_rubber)
    correction = _correction(rubber, preview, result_words(rubber, new.record))
    decision = correction.decision(request.POST)
    if not has_changed and decision.is_decided:
        return Consequences(_corrects(decision), decision=decision)
    return Consequences(correct_rubber, show_preview(request, correction, decision, has_changed=has_changed))


def _needs_decision(rubber: Rubber, preview: Preview) -> bool:
    """Return whether the change moves anything, other than by a first result that leaves no choice."""
    is_new_result = rubber.state not in SETTLED and not preview.moves.leaves_a_choice
    return not preview.moves.is_empty and not is_new_result


def _correction(rubber: Rubber, preview: Preview, summary: tuple[str, ...]) -> Correction:
    cancel_url = reverse("web:rubber", args=[rubber.public_id])
    return correction_of(rubber.event, preview, summary=summary, cancel_url=cancel_url, asks_reason=False)


def _corrects(decision: DecisionForm) -> CorrectRubber:
    """Return a ``correct_rubber`` that also applies the director's decision."""

    def correct(rubber: Rubber, record: scored.Rubber, *, act: CommandContext, **values: Any) -> Rubber:
        return correct_result(rubber.event, rubber, record, act=act, **decision.answers, **values).rubber

    return correct


def preview_state(
    request: HttpRequest,
    rubber: Rubber,
    state: State,
    set_state: SetState,
    *,
    summary: tuple[str, ...],
    act: CommandContext,
    has_changed: bool = False,
) -> tuple[HttpResponse | None, SetState]:
    """Return a preview to show, or None, and the function that confirms or disputes the rubber.

    If the preview is None, call the function: it calls ``set_state``, which sets the rubber's state to
    ``state`` by ``act``, and applies the director's decision on the consequences. The event and the club of
    ``rubber`` must be loaded. ``summary`` describes the change. ``has_changed`` means that the event or the
    rubber was changed since the preview was shown.
    """
    if rubber.event.plan is None:
        return None, set_state
    preview = state_preview(rubber.event, rubber, state)
    if not _needs_decision(rubber, preview):
        return None, set_state
    correction = _correction(rubber, preview, summary)
    decision = correction.decision(request.POST)
    if has_changed or not decision.is_decided:
        return show_preview(request, correction, decision, has_changed=has_changed), set_state

    def set_state_decided() -> Rubber:
        return confirm_or_dispute_result(rubber.event, rubber, set_state, act=act, **decision.answers).rubber

    return None, set_state_decided


def result_words(rubber: Rubber, record: scored.Rubber | None) -> tuple[str, ...]:
    """Return sentences with the old and the new result. A ``record`` of None makes the rubber void."""
    a, b = side_names(rubber.player_a, rubber.player_b)
    words = {"a": a, "b": b, "old": score_text(rubber.games_won_a, rubber.games_won_b)}
    if record is None:
        return (_("%(a)s – %(b)s: %(old)s is declared void.") % words,)
    checked = check_rubber(record)
    words["new"] = score_text(*checked.games_won)
    sentences = [_("%(a)s – %(b)s: %(old)s becomes %(new)s.") % words]
    if checked.winner is not None and checked.winner != rubber.winner:
        sentences.append(_("%(player)s wins the rubber now.") % {"player": a if checked.winner == "A" else b})
    elif checked.winner is None and rubber.winner:
        sentences.append(_("Nobody wins the rubber now."))
    if (dropped := _game_points(read_one(rubber.egn))) and not _game_points(record):
        text = _("The points of the games are dropped (%(points)s): to keep some, go back and enter them.")
        sentences.append(text % {"points": ", ".join(dropped)})
    return tuple(sentences)


def _game_points(record: scored.Rubber) -> list[str]:
    """Return the points of each game that the record states without its deals: "5–3"."""
    return [score_text(*game.final) for game in record.games if game.final is not None]
