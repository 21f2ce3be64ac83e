"""What every page of an event's director starts from: the event in the address, its state, its players' names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Concatenate, ParamSpec, TypeAlias

from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from matches.clubs.access import visible_clubs
from matches.clubs.permissions import Action, Powers
from matches.common.command_context import Act
from matches.events.current_state import event_state
from matches.events.errors import EventChangeError
from matches.events.words.errors import error_words
from matches.events.words.labels import Names, stage_words
from matches.models import Club, Event, Player
from matches.pages.common.club_context import acting_user
from matches.pages.common.crumbs import Crumb, club_crumb, event_crumb
from matches.pages.common.powers import require
from matches.pages.common.result_lines import player_name
from matches.pages.rubbers.entry.context import sent_key
from matches.rules.events.errors import EventActError
from matches.rules.events.plan import EventPlan
from matches.rules.events.state import EventState, StageState

Arguments = ParamSpec("Arguments")


@dataclass(frozen=True, slots=True)
class Desk:
    """A planned event whose director is at work. ``names`` are what its players are called, by public id."""

    club: Club
    event: Event
    powers: Powers
    plan: EventPlan
    state: EventState
    names: Names

    @property
    def address(self) -> list[str]:
        """The arguments of the event's addresses."""
        return [self.club.slug, self.event.public_id]

    def url(self, name: str, *more: object) -> str:
        return reverse(f"web:{name}", args=[*self.address, *more])

    def stage_name(self, stage: StageState) -> str:
        return stage_words(stage.plan, stage.number, len(self.state.stages))

    def stage(self, number: int) -> StageState:
        """Raises ``Http404`` where the plan has no such stage."""
        if not 1 <= number <= len(self.state.stages):
            raise Http404
        return self.state.stages[number - 1]

    def act(self, request: HttpRequest, form: Form) -> Act:
        """What a form found in order asks for: its ``key``, and its ``version`` and ``reason`` where it has them."""
        return act_of(request, form)

    def crumbs(self, *, is_desk: bool = False) -> list[Crumb]:
        """The way back: the club, the event, and the director's desk unless that is where he is."""
        found = [club_crumb(self.club), event_crumb(self.club, self.event)]
        if not is_desk:
            found.append(Crumb(self.url("event_run"), _("Director's desk")))
        return found


def event_at(request: HttpRequest, slug: str, public_id: str, action: Action) -> tuple[Event, Powers]:
    """The event in the address, its club loaded, to whom may do ``action``.

    Raises ``Http404`` where the viewer does not see it, and ``PermissionDenied`` where he may not.
    """
    events = (
        Event.objects.exclude(name="").filter(club__in=visible_clubs(request.user)).select_related("club")
    )
    event = get_object_or_404(events, club__slug=slug, public_id=public_id)
    return event, require(request, event.club, action)


def act_of(request: HttpRequest, form: Form) -> Act:
    """As ``Desk.act``, where the event may have no plan yet."""
    told = form.cleaned_data
    return Act(
        by=acting_user(request),
        # The same form sent again, but for other words in it, is another act.
        key=sent_key(request),
        reason=(told.get("reason") or "").strip(),
        version=told.get("version"),
    )


def desk_of(event: Event, powers: Powers) -> Desk | None:
    """None for an event that is open: how it is played has to be decided first."""
    state = event_state(event)
    plan = state.facts.plan
    return None if plan is None else Desk(event.club, event, powers, plan, state, names_in(state))


View: TypeAlias = Callable[Concatenate[HttpRequest, Desk, Arguments], HttpResponse]
Routed: TypeAlias = Callable[..., HttpResponse]


def directed(
    action: Action = "run_event", *, methods: Sequence[str] = ("GET", "HEAD", "POST")
) -> Callable[[View[Arguments]], Routed]:
    """A view of a planned event for whoever may do ``action``; an open event's director is sent to plan it."""

    def decorate(view: View[Arguments]) -> Routed:
        @wraps(view)
        def opened(
            request: HttpRequest, slug: str, public_id: str, *more: Arguments.args, **named: Arguments.kwargs
        ) -> HttpResponse:
            event, powers = event_at(request, slug, public_id, action)
            desk = desk_of(event, powers)
            if desk is None:
                return redirect("web:event_plan", slug, public_id)
            return view(request, desk, *more, **named)

        return require_http_methods(list(methods))(opened)

    return decorate


def names_in(state: EventState) -> Names:
    """What the entrants are called, by public id, in one query."""
    return names_of(entry.player for entry in state.entries)


def names_of(players: Iterable[str]) -> Names:
    rows = Player.objects.filter(public_id__in=list(players)).only("public_id", "name")
    return {player.public_id: player_name(player) for player in rows}


def refusal_words(error: EventChangeError | EventActError, names: Names) -> str:
    """Why an event was not changed, to whoever wanted it."""
    if isinstance(error, EventActError):
        return error_words(error.code, error.params, names)
    return str(error)
