"""The subject of a page of figures (a player, a pair, a club or an event) and the filters chosen for it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.figures.filters import events_to_choose, opponents_to_choose
from matches.figures.statistics import Scope
from matches.models import Club, Event, Player
from matches.pages.common.navigation import Crumb, club_crumb, event_crumb
from matches.pages.common.results import player_name
from matches.pages.figures.filters import USUAL_VARIANT, FilterForm, Filters
from matches.rules.figures.figures import LEAST_OBSERVATIONS

Kind: TypeAlias = Literal["player", "pair", "club", "event"]


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a page of figures: a player, a pair, a club or an event.

    ``kind`` is the prefix of the subject's URL names, ``args`` are the URL arguments. ``scope`` selects the
    rubbers that count. ``club`` is the club whose navigation the page shows, or None.
    """

    kind: Kind
    args: tuple[str, ...]
    name: str
    title: str
    scope: Scope
    crumbs: tuple[Crumb, ...]
    club: Club | None = None

    def url(self, page: str, *more: str) -> str:
        return reverse(f"web:{self.kind}_{page}", args=[*self.args, *more])


@dataclass(frozen=True, slots=True)
class Selection:
    """A subject with filters. Every URL that a selection returns contains the filters.

    ``scope`` is the subject's scope restricted by the filters. ``form`` changes the filters; it may be None.
    """

    subject: Subject
    filters: Filters
    scope: Scope
    form: FilterForm | None = None

    def url(self, page: str, *more: str, **parameters: str) -> str:
        query = urlencode({**self.filters.parameters, **parameters})
        address = self.subject.url(page, *more)
        return f"{address}?{query}" if query else address

    def context(self, **more: object) -> dict[str, Any]:
        return {
            "selection": self,
            "subject": self.subject,
            "club": self.subject.club,
            "crumbs": self.subject.crumbs,
            "least_observations": LEAST_OBSERVATIONS,
            **more,
        }

    def context_below(self, **more: object) -> dict[str, Any]:
        """Return the template context of a page below the page of figures, with a breadcrumb to that."""
        back = Crumb(self.subject.url("figures"), _("Statistics"))
        return self.context(crumbs=[*self.subject.crumbs, back], **more)


def read_selection(request: HttpRequest, subject: Subject) -> Selection:
    """Return ``subject`` with the filters in the URL, and the form that changes the filters.

    Runs two queries, or fewer if the form has nothing to choose.
    """
    viewer, scope, query = request.user, subject.scope, request.GET
    club = query.get("club", "")
    events = None
    if scope.event is None:
        events = events_to_choose(viewer, scope, query.get("event", ""), club=club)
    form = FilterForm(
        query,
        clubs=_clubs(events or (), club) if scope.club is None else None,
        events=None if events is None else [event for event in events if event.name],
        opponents=None
        if subject.kind != "player" or scope.player is None
        else opponents_to_choose(viewer, scope.player, query.get("opponent", "")),
    )
    return replace(select(subject, form.filters), form=form)


def select(subject: Subject, filters: Filters) -> Selection:
    """Return ``subject`` with ``filters``, without a form that changes the filters."""
    scope = replace(
        subject.scope,
        since=filters.since,
        until=filters.until,
        club=filters.club or subject.scope.club,
        event=filters.event or subject.scope.event,
        opponent=filters.opponent or subject.scope.opponent,
        depth=filters.depth or None,
        variant=filters.variant,
    )
    return Selection(subject, filters, scope)


def other_game(selection: Selection) -> Crumb:
    """Return the link to the subject's figures in the other game, écarté or La Triomphe, counted separately.

    An event may have been played in the other game only, so the link is there even without any figures.
    """
    if selection.filters.variant == USUAL_VARIANT:
        variant, text = "triomphe", _("Statistics of La Triomphe, counted separately")
    else:
        variant, text = USUAL_VARIANT, _("Statistics of écarté, counted separately")
    other = replace(selection, filters=replace(selection.filters, variant=variant))
    return Crumb(other.url("figures"), text)


def player_subject(player: Player) -> Subject:
    """Return ``player`` as the subject of pages of figures. The player's club must be loaded."""
    name = player_name(player)
    return Subject(
        kind="player",
        args=(player.public_id,),
        name=name,
        title=_("Statistics of %(name)s") % {"name": name},
        scope=Scope(player=player),
        crumbs=(club_crumb(player.club), _player_crumb(player)),
    )


def pair_subject(player: Player, opponent: Player) -> Subject:
    names = {"name": player_name(player), "opponent": player_name(opponent)}
    return Subject(
        kind="pair",
        args=(player.public_id, opponent.public_id),
        name=_("%(name)s against %(opponent)s") % names,
        title=_("%(name)s against %(opponent)s") % names,
        scope=Scope(player=player, opponent=opponent),
        crumbs=(
            club_crumb(player.club),
            _player_crumb(player),
            Crumb(reverse("web:player_figures", args=[player.public_id]), _("Statistics")),
        ),
    )


def club_subject(club: Club) -> Subject:
    return Subject(
        kind="club",
        args=(club.slug,),
        name=club.name,
        title=_("Statistics of %(name)s") % {"name": club.name},
        scope=Scope(club=club),
        crumbs=(club_crumb(club),),
        club=club,
    )


def event_subject(event: Event) -> Subject:
    """Return ``event`` as the subject of pages of figures. The event's club must be loaded."""
    return Subject(
        kind="event",
        args=(event.club.slug, event.public_id),
        name=str(event),
        title=_("Statistics of %(name)s") % {"name": event},
        scope=Scope(club=event.club, event=event),
        crumbs=(club_crumb(event.club), event_crumb(event.club, event)),
        club=event.club,
    )


def _clubs(events: Iterable[Event], chosen: str) -> list[Club] | None:
    """Return the events' clubs by name, or None if there are fewer than two and none was chosen."""
    clubs = {event.club.slug: event.club for event in events}
    if len(clubs) < 2 and not chosen:
        return None
    return sorted(clubs.values(), key=lambda club: (club.name.casefold(), club.slug))


def _player_crumb(player: Player) -> Crumb:
    return Crumb(reverse("web:player", args=[player.public_id]), player_name(player))
