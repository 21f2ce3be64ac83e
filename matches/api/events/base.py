"""The base class of an event's API views: lookups, permissions, and changes to the version that the caller read."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, ClassVar, Concatenate, TypeAlias, TypeVar

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.base import ApiView, Reply
from matches.api.core.errors import Code
from matches.api.core.etags import event_etag, if_match
from matches.api.core.operations import operation
from matches.api.core.service_errors import event_error
from matches.api.events.serializers import EventSerializer
from matches.clubs.access import in_visible_clubs
from matches.clubs.api_tokens import Scope
from matches.clubs.roles import Action
from matches.common.commands import CommandContext
from matches.events.round_rows import names_in
from matches.events.words import Names
from matches.models import Event, Stage
from matches.rules.events.act_errors import EventActError
from matches.rules.events.plan import EventPlan
from matches.rules.events.plan_json import read_plan
from matches.rules.events.state import EventState

Change = Callable[[Event, Any, CommandContext], Reply]
View = TypeVar("View", bound="EventApiView")
ChangeMethod: TypeAlias = Callable[Concatenate[View, Event, Any, CommandContext, ...], Reply]


class EventApiView(ApiView):
    """The base class of views at URLs below an event, such as its stages and entrants."""

    problems: ClassVar[tuple[Code, ...]] = ("event_refused",)

    def handle_exception(self, error: Exception) -> Response:
        """Return a problem that names only people known to the event or the event's club."""
        if isinstance(error, EventActError):
            event = Event.objects.get(public_id=self.kwargs["event_id"])
            return super().handle_exception(event_error(error, event) or error)
        return super().handle_exception(error)

    def event_of(self, request: Request, event_id: str, action: Action | None = None) -> Event:
        """Return the event with this id. Raises ``Http404`` if the caller may not see the event's club.

        If ``action`` is given, the caller must be allowed to do it.
        """
        event = visible_event(request, event_id)
        if action is not None:
            self.require(request, event.club, action, event)
        return event

    def stage_of(self, event: Event, number: int) -> Stage:
        """Return the stage with this number, from 1, or raise ``Http404`` if the event's plan has none."""
        return get_object_or_404(Stage, event=event, number=number, number__gte=1)

    def runs(self, request: Request, event: Event) -> bool:
        """Return whether the caller may run ``event``. Only these callers may see unreleased draws."""
        return self.powers(request, event.club).can("run_event", event)

    def tagged(self, request: Request, event: Event, body: Any) -> Response:
        return self.detail_response(request, body, etag=event_etag(event, body))

    def change(
        self,
        request: Request,
        event_id: str,
        do: Change,
        *,
        action: Action = "run_event",
        by_version: bool = True,
    ) -> Response:
        """Call ``do`` with the event, the request's data and the command context, and return a response.

        The caller must be allowed to do ``action``. If the operation requires ``If-Match``, the command context
        has the version of the event that the caller read. If ``by_version`` is False, ``do`` must compare the
        ETag itself.
        """
        event = self.event_of(request, event_id)
        if answer := self.stored_response(request):
            return answer
        self.require(request, event.club, action, event)
        read = if_match(request._request) if self.operation.if_match else None
        version = read.version_of(event) if read is not None and by_version else None
        data = {} if self.operation.body is None else self.body_of(request)

        def carry() -> Reply:
            act = CommandContext(
                by=self.user_of(request), key="", reason=data.get("reason", "").strip(), version=version
            )
            return do(event, data, act)

        return self.respond_once(request, carry)


def event_operation(
    id: str,
    summary: str,
    returns: Any = None,
    *,
    body: Any = None,
    action: Action = "run_event",
    scope: Scope = "manage",
    status: int = 200,
    if_match: bool = True,
    by_version: bool = True,
) -> Callable[[ChangeMethod[View]], Callable[..., Response]]:
    """Return a decorator for a method that changes the event in the URL, called by ``EventApiView.change``.

    The method receives the event, the validated body, the command context and the other values of the URL,
    such as ``stage``.
    """
    declare = operation(id, summary, returns, scope=scope, status=status, body=body, if_match=if_match)

    def decorate(change: ChangeMethod[View]) -> Callable[..., Response]:
        @functools.wraps(change)
        def method(view: View, request: Request, event_id: str, **rest: Any) -> Response:
            def do(event: Event, data: Any, act: CommandContext) -> Reply:
                return change(view, event, data, act, **rest)

            return view.change(request, event_id, do, action=action, by_version=by_version)

        return declare(method)

    return decorate


def now(event: Event) -> Event:
    """Return the event and its club, loaded again from the database after a change."""
    return Event.objects.select_related("club").get(pk=event.pk)


def plan_of(event: Event) -> EventPlan | None:
    return None if event.plan is None else read_plan(event.plan)


def entrants_names(event: Event, state: EventState) -> Names:
    """Return the names of all entrants of ``event`` by the players' public ids."""
    return names_in(event, [entry.player for entry in state.entries])


def visible_event(request: Request, event_id: str) -> Event:
    """Return the event with this id. Raises ``Http404`` if the caller may not see the club of the event."""
    events = Event.objects.filter(in_visible_clubs(request.user)).select_related("club")
    return get_object_or_404(events, public_id=event_id)


def event_reply(event: Event, json: Callable[[Event], Any] = EventSerializer.json) -> Reply:
    """Return a reply with ``json`` of the event, loaded again from the database, and its ETag."""
    changed = now(event)
    body = json(changed)
    return Reply(body, headers={"ETag": event_etag(changed, body)})
