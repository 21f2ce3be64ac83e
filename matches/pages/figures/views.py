"""Find the subject of a page of figures (a player, pair, club or event) and call the page's view with it."""

from __future__ import annotations

import functools
from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from matches.clubs.access import visible_clubs
from matches.clubs.queries import visible_players
from matches.models import Event
from matches.pages.common.club_context import get_club
from matches.pages.figures.subjects import club_subject, event_subject, pair_subject, player_subject

Page = Callable[..., HttpResponse]
"""A view of a subject's page: it takes the request, the subject, and the other arguments of the URL."""


def of_player(page: Page) -> Page:
    @require_safe
    @functools.wraps(page)
    def view(request: HttpRequest, public_id: str, **rest: str) -> HttpResponse:
        player = get_object_or_404(visible_players(request.user), public_id=public_id)
        if player.merged_into is not None:
            return _redirect_merged(request, public_id=player.merged_into.public_id)
        return page(request, player_subject(player), **rest)

    return view


def of_pair(page: Page) -> Page:
    @require_safe
    @functools.wraps(page)
    def view(request: HttpRequest, public_id: str, opponent: str, **rest: str) -> HttpResponse:
        """Show two players' figures; raise ``Http404`` if a player is hidden or both ids are of one person."""
        rows = visible_players(request.user).filter(public_id__in=(public_id, opponent))
        players = {row.public_id: row for row in rows}
        if len(players) < 2:
            raise Http404
        first, second = players[public_id], players[opponent]
        if first.merged_into is not None or second.merged_into is not None:
            own, other = first.merged_into or first, second.merged_into or second
            return _redirect_merged(request, public_id=own.public_id, opponent=other.public_id)
        return page(request, pair_subject(first, second), **rest)

    return view


def of_club(page: Page) -> Page:
    @require_safe
    @functools.wraps(page)
    def view(request: HttpRequest, slug: str, **rest: str) -> HttpResponse:
        return page(request, club_subject(get_club(request, slug)), **rest)

    return view


def of_event(page: Page) -> Page:
    @require_safe
    @functools.wraps(page)
    def view(request: HttpRequest, slug: str, public_id: str, **rest: str) -> HttpResponse:
        events = Event.objects.filter(club__in=visible_clubs(request.user), club__slug=slug)
        event = get_object_or_404(events.select_related("club"), public_id=public_id)
        return page(request, event_subject(event), **rest)

    return view


def _redirect_merged(request: HttpRequest, **people: str) -> HttpResponse:
    """Redirect to the same page for the surviving players of merged ones, and keep the query string."""
    match = request.resolver_match
    if match is None:
        raise Http404
    address = reverse(match.view_name, kwargs={**match.kwargs, **people})
    query = request.GET.urlencode()
    return redirect(f"{address}?{query}" if query else address, permanent=True)
