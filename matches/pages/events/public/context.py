"""What every page of a planned event starts from: the event in the address, its plan, its stages as far as drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse

from matches.clubs.access import Viewer
from matches.events.queries.outline import RoundOutline, StageOutline, outline, planned_events
from matches.events.words.labels import round_words, stage_words
from matches.models import Club, Event, Player
from matches.pages.common.crumbs import Crumb, club_crumb, event_crumb
from matches.pages.common.result_lines import player_name, player_url
from matches.rules.events.plan import EventPlan, StagePlan
from matches.rules.events.plan_json import read_plan


@dataclass(frozen=True, slots=True)
class Shown:
    """A planned event as ``viewer`` sees it. ``stages`` are those of the plan, in order."""

    viewer: Viewer
    club: Club
    event: Event
    plan: EventPlan
    stages: tuple[StageOutline, ...]

    def url(self, name: str, *more: object) -> str:
        """The address of one of the event's pages."""
        return reverse(f"web:{name}", args=[self.club.slug, self.event.public_id, *more])

    def stage(self, number: int) -> StageOutline:
        """Raises ``Http404`` where the event has no such stage."""
        return _found(next((each for each in self.stages if each.number == number), None))

    def plan_of(self, stage: StageOutline) -> StagePlan:
        return self.plan.stages[stage.number - 1]

    def stage_name(self, stage: StageOutline) -> str:
        return stage_words(self.plan_of(stage), stage.number, len(self.plan.stages))

    @property
    def latest(self) -> StageOutline | None:
        """The last stage of which a round is released; the first as long as there is none."""
        drawn = [stage for stage in self.stages if stage.rounds]
        return drawn[-1] if drawn else next(iter(self.stages), None)

    def round_url(self, round_: RoundOutline) -> str:
        return self.url("event_round", round_.stage, round_.number)

    def crumbs(self) -> list[Crumb]:
        return [club_crumb(self.club), event_crumb(self.club, self.event)]

    def player_link(self, player: Player) -> tuple[str, str]:
        """Name and address of a player whose club is loaded; no address where the viewer may not see his page."""
        return player_name(player), player_url(self.viewer, player, self.club)


def event_shown(request: HttpRequest, slug: str, public_id: str) -> Shown:
    """Raises ``Http404`` for an event that is open, or that the viewer does not see."""
    return shown(request, planned_event(request, slug, public_id))


def planned_event(request: HttpRequest, slug: str, public_id: str) -> Event:
    """An event with a plan that the viewer sees, its club loaded. Raises ``Http404``."""
    return get_object_or_404(planned_events(request.user, slug), public_id=public_id)


def shown(request: HttpRequest, event: Event) -> Shown:
    """A planned event that the viewer sees, its club loaded."""
    return Shown(request.user, event.club, event, read_plan(event.plan), outline(event))


def _found(stage: StageOutline | None) -> StageOutline:
    if stage is None:
        raise Http404
    return stage


def round_names(rounds: Sequence[RoundOutline]) -> dict[int, str]:
    """What pages call these rounds, by number."""
    return {each.number: round_words(each.label) for each in rounds}
