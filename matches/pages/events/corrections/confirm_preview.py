"""A result of a planned event confirmed or disputed by who runs it: what follows of that is asked first."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from matches.common.command_context import Act
from matches.events.corrections import said_of_result, said_preview
from matches.models import Rubber
from matches.pages.events.corrections.preview import asked_of, is_decided, show_preview
from matches.rubbers.states import SETTLED, State

Say = Callable[[], Rubber]


def asked_first(
    request: HttpRequest,
    rubber: Rubber,
    state: State,
    say: Say,
    *,
    what: tuple[str, ...],
    act: Act,
    has_changed: bool = False,
) -> tuple[HttpResponse | None, Say]:
    """The page that is to be answered first, None where nothing is left to ask; and what says it then, with what the
    director decided.

    ``say`` makes the rubber (event and club loaded) ``state`` by ``act``, and ``what`` tells it in words.
    ``has_changed``: somebody came in between.
    """
    if rubber.event.plan is None:
        return None, say
    preview = said_preview(rubber.event, rubber, state)
    is_new_result = rubber.state not in SETTLED and not preview.moves.leaves_a_choice
    if preview.moves.is_empty or is_new_result:
        return None, say
    asked = asked_of(
        rubber.event,
        preview,
        what=what,
        cancel_url=reverse("web:rubber", args=[rubber.public_id]),
        asks_reason=False,
    )
    decision = asked.decision(request)
    if has_changed or not is_decided(decision):
        return show_preview(request, asked, decision, has_changed=has_changed), say

    def decided() -> Rubber:
        return said_of_result(
            rubber.event,
            rubber,
            say,
            keep=decision.keep,
            redo=decision.redo,
            act=act,
            event_version=decision.cleaned_data["event_version"],
        ).rubber

    return None, decided
