"""The object that every page of a planned event starts from: the event, its plan, and its drawn stages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.common.round_names import round_words
from matches.events.queries import RoundOutline, StageOutline, outline, planned_events
from matches.events.words import stage_words
from matches.models import Club, Event
from matches.pages.common.live_updates import event_mark, live_event, part, wants_part
from matches.pages.common.navigation import STATS, Crumb, Tab, club_crumb, event_crumb
from matches.pages.events.words import planned_event_facts
from matches.rules.events.plan import EventPlan, StagePlan
from matches.rules.events.plan_json import read_plan

Context: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class EventPage:
    """A planned event, with its club loaded, and the stages of its plan in order, for the public pages."""

    event: Event
    plan: EventPlan
    stages: tuple[StageOutline, ...]

    @property
    def club(self) -> Club:
        return self.event.club

    def url(self, name: str, *more: object) -> str:
        """Return the URL of a page of this event; ``more`` are URL arguments after club and event."""
        return reverse(f"web:{name}", args=[self.club.slug, self.event.public_id, *more])

    def context(self, **values: Any) -> Context:
        frame = {
            "page": self,
            "club": self.club,
            "event": self.event,
            "crumbs": self.crumbs(),
        }
        return frame | values

    def tab_context(self, here: str, **values: Any) -> Context:
        """Return the context of a page that is a tab of the event; ``here`` is as in ``tabs``."""
        frame = {"crumbs": [club_crumb(self.club)], "tabs": self.tabs(here), "facts": self.facts}
        return self.context(**frame | values)

    def stage(self, number: int) -> StageOutline:
        """Return the stage with this number. Raises ``Http404`` if the event has no such stage."""
        for stage in self.stages:
            if stage.number == number:
                return stage
        raise Http404

    def plan_of(self, stage: StageOutline) -> StagePlan:
        return self.plan.stages[stage.number - 1]

    def stage_name(self, stage: StageOutline) -> str:
        return stage_words(self.plan_of(stage), stage.number, len(self.plan.stages))

    @property
    def facts(self) -> list[str]:
        """The event in a few words: format, players, length of a rubber, first day."""
        players = next((stage.players for stage in self.drawn_stages), 0)
        return planned_event_facts(self.plan, players)

    @property
    def drawn_stages(self) -> list[StageOutline]:
        """The stages that have at least one released round."""
        return [stage for stage in self.stages if stage.rounds]

    @property
    def has_crosstable(self) -> bool:
        return any(not stage.is_bracket for stage in self.drawn_stages)

    @property
    def latest(self) -> StageOutline | None:
        """The last stage that has a released round, else the first stage; None for a plan without stages."""
        drawn = self.drawn_stages
        return drawn[-1] if drawn else next(iter(self.stages), None)

    def crumbs(self) -> list[Crumb]:
        """Return the breadcrumbs of a page below the event's own."""
        return [club_crumb(self.club), event_crumb(self.club, self.event)]

    def tabs(self, here: str) -> list[Tab]:
        """Return the tabs of the event's pages; ``here`` is the key of the page that is shown."""
        drawn = self.drawn_stages
        first = _("Rounds") if drawn else _("Overview")
        tabs = [("rounds", first, self.url("event"))]
        for key, name, is_bracket in (
            ("bracket", _("Bracket"), True),
            ("crosstable", _("Crosstable"), False),
        ):
            stage = next((each for each in reversed(drawn) if each.is_bracket == is_bracket), None)
            if stage is not None:
                tabs.append((key, name, self.url(f"event_{key}", stage.number)))
        if drawn:
            tabs.append(("figures", str(STATS), self.url("event_figures")))
        tabs.append(("how", _("How it is played"), self.url("event_how")))
        return [Tab(url, text, key == here) for key, text, url in tabs]


def get_event_page(request: HttpRequest, slug: str, public_id: str) -> EventPage:
    """Return the page of the planned event in the URL. Raises ``Http404`` like ``get_planned_event``."""
    return event_page(get_planned_event(request, slug, public_id))


def get_planned_event(request: HttpRequest, slug: str, public_id: str) -> Event:
    """Return the planned event in the URL, with its club loaded.

    Raises ``Http404`` for an open event, which has no plan, and for an event that the viewer may not see.
    """
    return get_object_or_404(planned_events(request.user, slug), public_id=public_id)


def event_page(event: Event) -> EventPage:
    """Return the ``EventPage`` of a planned event. The event's club must be loaded."""
    return EventPage(event, read_plan(event.plan), outline(event))


def live_page(
    request: HttpRequest,
    event: Event,
    template: str,
    context: Callable[[], Context],
    *,
    part_template: str,
    part_context: Callable[[], Context] | None = None,
    pages: Sequence[str] = (),
) -> HttpResponse:
    """Return a page of an event, which is updated live if the template context has a true ``is_live``.

    ``?part=fresh`` requests only ``part_template``, the fragment that changes during play, with the context
    of the page unless ``part_context`` is given. ``pages`` are the URL parameters on which it depends.
    """
    # The mark must be read before anything that the page shows.
    mark = event_mark(event)
    if wants_part(request):
        return part(request, part_template, part_context or context, event=event, mark=mark, pages=pages)
    values = context()
    if values["is_live"]:
        values["live"] = live_event(request, event, mark)
    return render(request, template, values)


def round_names(rounds: Sequence[RoundOutline]) -> dict[int, str]:
    """Return the names of ``rounds`` by round number, such as ``{3: "Round 3"}``."""
    return {each.number: round_words(each.label) for each in rounds}
