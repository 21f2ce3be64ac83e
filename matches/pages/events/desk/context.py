"""The object that every director's page starts from: the event in the URL, its state, and its players' names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeAlias

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from matches.clubs.access import visible_clubs
from matches.clubs.errors import PeopleError
from matches.clubs.roles import Action, Powers
from matches.common.commands import CommandContext
from matches.events.error_words import error_words
from matches.events.errors import EventChangeError, ReasonNeededError
from matches.events.event_state import event_state
from matches.events.record_facts import record_fact
from matches.events.words import Names, stage_words
from matches.models import Club, Event, Player
from matches.pages.common.club_context import acting_user, require
from matches.pages.common.navigation import Crumb, club_crumb, event_crumb
from matches.pages.common.results import player_name
from matches.pages.common.rubber_context import submission_key
from matches.rules.events.act_errors import EventActError
from matches.rules.events.facts import FactKind
from matches.rules.events.plan import EventPlan
from matches.rules.events.state import EventState, StageState

Arguments = ParamSpec("Arguments")


@dataclass(frozen=True, slots=True)
class Desk:
    """A planned event as the director's pages need it, with its players' names by public id."""

    club: Club
    event: Event
    powers: Powers
    plan: EventPlan
    state: EventState
    names: Names

    def url(self, name: str, *more: object) -> str:
        """Return the URL of a page of this event; ``more`` are URL arguments after club and event."""
        return reverse(f"web:{name}", args=[self.club.slug, self.event.public_id, *more])

    def context(self, **values: Any) -> dict[str, Any]:
        return event_context(self.event, desk=self, **values)

    def stage_name(self, stage: StageState) -> str:
        return stage_words(stage.plan, stage.number, len(self.state.stages))

    def stage(self, number: int) -> StageState:
        """Return the state of this stage. Raises ``Http404`` if the plan has no stage ``number``."""
        if not 1 <= number <= len(self.state.stages):
            raise Http404
        return self.state.stages[number - 1]

    @property
    def outer_crumbs(self) -> list[Crumb]:
        """The breadcrumbs of the desk itself, and of pages for viewers who may not open the desk."""
        return [club_crumb(self.club), event_crumb(self.club, self.event)]

    def run(self, form: Form, command: Callable[[], object]) -> bool:
        """Run ``command``, and return whether it succeeded; if not, add the refusal to the valid ``form``."""
        try:
            command()
        except (EventChangeError, EventActError, PeopleError) as error:
            is_about_reason = isinstance(error, ReasonNeededError) and "reason" in form.fields
            form.add_error("reason" if is_about_reason else None, refusal_words(error, self.names))
            return False
        return True

    def record(self, request: HttpRequest, form: Form, kind: FactKind, payload: Any) -> bool:
        """Record a fact, and return whether it was allowed; if not, add the refusal to the valid ``form``."""
        act = act_of(request, form)
        return self.run(form, lambda: record_fact(self.event, kind, payload, act=act))


def show_errors(request: HttpRequest, form: Form) -> None:
    """Queue the errors of ``form`` as messages for the page after a redirect, which has no form."""
    for errors in form.errors.values():
        for error in errors:
            messages.error(request, str(error))


def event_context(event: Event, **values: Any) -> dict[str, Any]:
    """Return the template context of a page below the director's desk. The event's club must be loaded."""
    club = event.club
    desk = Crumb(reverse("web:event_run", args=[club.slug, event.public_id]), _("Director’s desk"))
    crumbs = [club_crumb(club), event_crumb(club, event), desk]
    return {"club": club, "event": event, "crumbs": crumbs, **values}


def event_at(request: HttpRequest, slug: str, public_id: str, action: Action) -> tuple[Event, Powers]:
    """Return the event in the URL, with its club loaded, and the viewer's powers there.

    Raises ``Http404`` if the viewer may not see the event, ``PermissionDenied`` if not do ``action``.
    """
    events = Event.objects.exclude(name="").filter(club__in=visible_clubs(request.user), club__slug=slug)
    event = get_object_or_404(events.select_related("club"), public_id=public_id)
    return event, require(request, event.club, action)


def act_of(request: HttpRequest, form: Form) -> CommandContext:
    """Return the context of the command that a valid form requests, with any version and reason."""
    data = form.cleaned_data
    return CommandContext(
        by=acting_user(request),
        # The same form sent again with other contents is another command.
        key=submission_key(request),
        reason=(data.get("reason") or "").strip(),
        version=data.get("version"),
    )


def desk_of(event: Event, powers: Powers) -> Desk | None:
    """Return the desk of an event for a viewer with ``powers``, or None for an event without a plan."""
    state = event_state(event)
    plan = state.facts.plan
    return None if plan is None else Desk(event.club, event, powers, plan, state, names_in(state))


View: TypeAlias = Callable[Concatenate[HttpRequest, Desk, Arguments], HttpResponse]
Routed: TypeAlias = Callable[..., HttpResponse]


def directed(
    action: Action = "run_event", *, methods: Sequence[str] = ("GET", "HEAD", "POST")
) -> Callable[[View[Arguments]], Routed]:
    """Return a decorator that passes a view the ``Desk`` of the event in the URL.

    The view raises ``PermissionDenied`` if the viewer may not do ``action``, and redirects to the plan form
    if the event has no plan.
    """

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
    """Return the names of the event's entrants by public id, in one query."""
    return names_of(entry.player for entry in state.entries)


def names_of(players: Iterable[str]) -> Names:
    rows = Player.objects.filter(public_id__in=list(players)).only("public_id", "name")
    return {player.public_id: player_name(player) for player in rows}


def refusal_words(error: ValueError, names: Names) -> str:
    """Return a sentence on why a service refused a change; ``names`` are those of the event's players."""
    if isinstance(error, EventActError):
        return error_words(error.code, error.params, names)
    return str(error)
