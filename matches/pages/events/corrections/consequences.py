"""A record corrected whole, of a rubber that belongs to a planned event: what follows is asked first."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from matches.common.command_context import Act
from matches.events.corrections import correct_result, result_preview
from matches.models import Player, Rubber
from matches.pages.events.corrections.decision_form import DecisionForm
from matches.pages.events.corrections.preview import asked_of, is_decided, show_preview
from matches.pages.events.corrections.result_words import result_words
from matches.rubbers.correct import correct_rubber
from matches.rubbers.enter_with_guests import CorrectRubber
from matches.rubbers.states import SETTLED
from scoring import record as scored


@dataclass(frozen=True, slots=True)
class NewContent:
    """What a correction puts in the place of what is stored; a player may be new and not stored yet."""

    record: scored.Rubber
    players: tuple[Player, Player]
    event_name: str


@dataclass(frozen=True, slots=True)
class Follows:
    """``page``: what is to be asked first; None: nothing, and ``correct`` stores the correction with what follows.

    ``decision`` is what the director decided about that, where there was something to decide.
    """

    correct: CorrectRubber
    page: HttpResponse | None = None
    decision: DecisionForm | None = None


def follows_of(
    request: HttpRequest, rubber: Rubber, new: NewContent, *, has_changed: bool = False
) -> Follows:
    """Of a rubber outside the plans of events, and of a correction that moves nothing, nothing follows.

    Raises as ``correct_rubber`` does for the record. ``has_changed``: somebody changed the event in between.
    """
    if rubber.event.plan is None:
        return Follows(correct_rubber)
    preview = result_preview(rubber.event, rubber, new.record, players=new.players, event_name=new.event_name)
    is_new_result = rubber.state not in SETTLED and not preview.moves.leaves_a_choice
    if preview.moves.is_empty or is_new_result:
        return Follows(correct_rubber)
    asked = asked_of(
        rubber.event,
        preview,
        what=result_words(rubber, new.record),
        cancel_url=reverse("web:rubber", args=[rubber.public_id]),
        asks_reason=False,
    )
    decision = asked.decision(request)
    if not has_changed and is_decided(decision):
        return Follows(_corrects(decision), decision=decision)
    return Follows(correct_rubber, show_preview(request, asked, decision, has_changed=has_changed))


def _corrects(decision: DecisionForm) -> CorrectRubber:
    """``correct_rubber`` with what the director decided."""

    def correct(
        rubber: Rubber,
        record: scored.Rubber,
        *,
        act: Act,
        players: tuple[Player, Player] | None = None,
        event_name: str | None = None,
    ) -> Rubber:
        return correct_result(
            rubber.event,
            rubber,
            record,
            keep=decision.keep,
            redo=decision.redo,
            players=players,
            event_name=event_name,
            act=act,
            event_version=decision.cleaned_data["event_version"],
        ).rubber

    return correct
