"""Whose figures a page shows: a player's, those of one player against another, a club's, an event's."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.figures.queries.filters import events_to_choose, opponents_to_choose
from matches.figures.queries.totals import Scope
from matches.models import Club, Event, Player
from matches.pages.common.crumbs import Crumb, club_crumb, event_crumb
from matches.pages.common.result_lines import player_name
from matches.pages.figures.filters import USUAL_VARIANT, FilterForm, Kept
from matches.rules.figures.registry import LEAST_OBSERVATIONS

Kind: TypeAlias = Literal["player", "pair", "club", "event"]


@dataclass(frozen=True, slots=True)
class Subject:
    """``kind`` begins the names of its addresses, ``args`` are their arguments. ``club``: whose pages it is among."""

    kind: Kind
    args: tuple[str, ...]
    name: str
    title: str
    scope: Scope
    crumbs: tuple[Crumb, ...]
    club: Club | None = None

    def url(self, page: str, *more: str) -> str:
        return reverse(f"web:{self.kind}_{page}", args=[*self.args, *more])

    @property
    def crumb(self) -> Crumb:
        return Crumb(self.url("figures"), _("Figures"))


@dataclass(frozen=True, slots=True)
class Asked:
    """A subject, and what its figures are kept to. Addresses keep them to the same."""

    subject: Subject
    kept: Kept
    scope: Scope
    form: FilterForm | None = None

    def url(self, page: str, *more: str, **told: str) -> str:
        query = urlencode({**self.kept.asked, **told})
        address = self.subject.url(page, *more)
        return f"{address}?{query}" if query else address


def asked(request: HttpRequest, subject: Subject) -> Asked:
    """What the address asks of ``subject``. Two queries, or fewer where there is nothing to choose."""
    viewer, scope, told = request.user, subject.scope, request.GET
    club = told.get("club", "")
    events = None
    if scope.event is None:
        events = events_to_choose(viewer, scope, told.get("event", ""), club=club)
    form = FilterForm(
        told,
        clubs=_clubs(events or (), club) if scope.club is None else None,
        events=None if events is None else [event for event in events if event.name],
        opponents=None
        if subject.kind != "player" or scope.player is None
        else opponents_to_choose(viewer, scope.player, told.get("opponent", "")),
    )
    return replace(within(subject, form.kept), form=form)


def within(subject: Subject, kept: Kept) -> Asked:
    """What is asked of ``subject`` where there is no form to ask it by."""
    return Asked(subject, kept, _within(subject.scope, kept))


def frame(found: Asked) -> dict[str, Any]:
    """What every page of figures shows around them."""
    return {
        "asked": found,
        "subject": found.subject,
        "club": found.subject.club,
        "crumbs": found.subject.crumbs,
        "least_observations": LEAST_OBSERVATIONS,
    }


def other_game(found: Asked) -> Crumb:
    """The way to the same figures of the other game, which are counted apart: the whole of an event may be there."""
    if found.kept.variant == USUAL_VARIANT:
        variant, text = "triomphe", _("Figures of La Triomphe, which are counted apart")
    else:
        variant, text = USUAL_VARIANT, _("Figures of écarté, which are counted apart")
    return Crumb(replace(found, kept=replace(found.kept, variant=variant)).url("figures"), text)


def of_player(player: Player) -> Subject:
    """``player`` with his club loaded."""
    name = player_name(player)
    return Subject(
        kind="player",
        args=(player.public_id,),
        name=name,
        title=_("%(name)s in figures") % {"name": name},
        scope=Scope(player=player),
        crumbs=(club_crumb(player.club), _player_crumb(player)),
    )


def of_pair(player: Player, opponent: Player) -> Subject:
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
            Crumb(reverse("web:player_figures", args=[player.public_id]), _("Figures")),
        ),
    )


def of_club(club: Club) -> Subject:
    return Subject(
        kind="club",
        args=(club.slug,),
        name=club.name,
        title=_("%(name)s in figures") % {"name": club.name},
        scope=Scope(club=club),
        crumbs=(club_crumb(club),),
        club=club,
    )


def of_event(event: Event) -> Subject:
    """``event`` with its club loaded."""
    return Subject(
        kind="event",
        args=(event.club.slug, event.public_id),
        name=str(event),
        title=_("%(name)s in figures") % {"name": event},
        scope=Scope(club=event.club, event=event),
        crumbs=(club_crumb(event.club), event_crumb(event.club, event)),
        club=event.club,
    )


def _clubs(events: Iterable[Event], chosen: str) -> list[Club] | None:
    """Where the events are played, by name; None where there is but one such club, and none was asked for."""
    clubs = {event.club.slug: event.club for event in events}
    if len(clubs) < 2 and not chosen:
        return None
    return sorted(clubs.values(), key=lambda club: (club.name.casefold(), club.slug))


def _player_crumb(player: Player) -> Crumb:
    return Crumb(reverse("web:player", args=[player.public_id]), player_name(player))


def _within(scope: Scope, kept: Kept) -> Scope:
    return replace(
        scope,
        since=kept.since,
        until=kept.until,
        club=kept.club or scope.club,
        event=kept.event or scope.event,
        opponent=kept.opponent or scope.opponent,
        depth=kept.depth or None,
        variant=kept.variant,
    )
