"""What the views of an event's course share: which event, who runs it, and a change on the version that was read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from matches.api.core.base import ApiView, Reply
from matches.api.core.errors import wrong_member
from matches.api.core.etags import event_etag, if_match
from matches.api.core.problem_codes import Code
from matches.api.events.errors import refusal_of_event
from matches.api.events.serializers.plan import plan_document
from matches.api.events.views.events import event_json, event_seen
from matches.clubs.permissions import Action
from matches.common.command_context import Act
from matches.events.queries.rows import names_in
from matches.events.words.labels import Names
from matches.models import Event, Stage
from matches.rules.events.errors import EventActError
from matches.rules.events.plan import EventPlan
from matches.rules.events.plan_json import read_plan
from matches.rules.events.state import EventState

Change = Callable[[Event, Any, Act], Reply]


class EventApiView(ApiView):
    """An address below an event's."""

    problems: ClassVar[tuple[Code, ...]] = ("event_refused",)

    def handle_exception(self, error: Exception) -> Response:
        """What the event refuses names those alone whom it or its club knows, whoever the request spoke of."""
        if isinstance(error, EventActError):
            event = Event.objects.get(public_id=self.kwargs["event_id"])
            return super().handle_exception(refusal_of_event(error, event) or error)
        return super().handle_exception(error)

    def event_of(self, request: Request, event_id: str) -> Event:
        """Raises ``Http404`` for an event of a club that the caller does not see."""
        return event_seen(request, event_id)

    def stage_of(self, event: Event, number: int) -> Stage:
        """Raises ``Http404`` where the plan has no such stage."""
        return get_object_or_404(Stage, event=event, number=number, number__gte=1)

    def runs(self, request: Request, event: Event) -> bool:
        """Whether the caller runs the event, and so sees what is not released."""
        return self.powers(request, event.club).can("run_event", event)

    def tagged(self, request: Request, event: Event, body: Any) -> Response:
        return self.shown(request, body, etag=event_etag(event, body))

    def change(
        self,
        request: Request,
        event_id: str,
        body: type[Serializer[Any]] | Callable[[], type[Serializer[Any]]] | None,
        do: Change,
        *,
        action: Action = "run_event",
        by_version: bool = True,
    ) -> Response:
        """Carry ``do`` out for who may do ``action``; its act has the version that he read, where one is asked for.

        ``body`` is its shape, or says it once the body is there to be asked. Not ``by_version``: ``do`` compares the
        tag itself.
        """
        event = self.event_of(request, event_id)
        if answer := self.answered_before(request):
            return answer
        self.require(request, event.club, action, event)
        read = if_match(request._request) if request.method in self.needs_match else None
        version = read.version_of(event) if read is not None and by_version else None
        asked = {} if body is None else self.body_of(request, _settled(body))

        def carry() -> Reply:
            act = Act(
                by=self.user_of(request), key="", reason=asked.get("reason", "").strip(), version=version
            )
            return do(event, asked, act)

        return self.carry_out(request, carry)


def _settled(body: type[Serializer[Any]] | Callable[[], type[Serializer[Any]]]) -> type[Serializer[Any]]:
    return body if isinstance(body, type) else body()


def now(event: Event) -> Event:
    """The event as it is after a change, its club loaded."""
    return Event.objects.select_related("club").get(pk=event.pk)


def event_reply(event: Event, *, status: int = 200) -> Reply:
    """The event as it is now, with its tag."""
    changed = now(event)
    body = event_json(changed)
    return Reply(body, status, {"ETag": event_etag(changed, body)})


def plan_of(event: Event) -> EventPlan | None:
    return None if event.plan is None else read_plan(event.plan)


def stage_plans(event: Event) -> list[dict[str, Any]]:
    """How each stage is played, with every field written out."""
    plan = plan_of(event)
    return [] if plan is None else list(plan_document(plan)["stages"])


def shape_of(
    request: Request, member: str, shapes: Mapping[str, type[Serializer[Any]]]
) -> type[Serializer[Any]]:
    """The shape that the body says it has. Raises where it says none that there is."""
    said = request.data.get(member) if isinstance(request.data, Mapping) else None
    if not isinstance(said, str) or said not in shapes:
        raise wrong_member(f"/{member}", _("One of these: %(forms)s.") % {"forms": ", ".join(shapes)})
    return shapes[said]


def entrants_names(event: Event, state: EventState) -> Names:
    """What the entrants are called, by public id."""
    return names_in(event, [entry.player for entry in state.entries])
