"""Pages of figures: of a player, a pair, a club and an event; the lists behind them, the tables, the files."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from matches.clubs.access import visible_clubs
from matches.models import Event, Player
from matches.pages.common.club_context import club_seen
from matches.pages.figures.drill_down import behind
from matches.pages.figures.page import figures_csv, figures_page
from matches.pages.figures.pair import pair_csv, pair_page
from matches.pages.figures.subjects import Subject, of_club, of_event, of_pair, of_player
from matches.pages.figures.tables import players
from matches.rubbers.queries import page_rows as pages


@require_safe
def player_figures(request: HttpRequest, public_id: str) -> HttpResponse:
    return _of_player(request, public_id, lambda subject: figures_page(request, subject))


@require_safe
def player_behind(request: HttpRequest, public_id: str, figure: str, part: str) -> HttpResponse:
    return _of_player(request, public_id, lambda subject: behind(request, subject, figure, part))


@require_safe
def player_csv(request: HttpRequest, public_id: str) -> HttpResponse:
    return _of_player(request, public_id, lambda subject: figures_csv(request, subject))


@require_safe
def player_players(request: HttpRequest, public_id: str) -> HttpResponse:
    return _of_player(request, public_id, lambda subject: players(request, subject))


@require_safe
def pair_figures(request: HttpRequest, public_id: str, opponent: str) -> HttpResponse:
    return _of_pair(request, (public_id, opponent), lambda subject: pair_page(request, subject))


@require_safe
def pair_behind(request: HttpRequest, public_id: str, opponent: str, figure: str, part: str) -> HttpResponse:
    return _of_pair(request, (public_id, opponent), lambda subject: behind(request, subject, figure, part))


@require_safe
def pair_figures_csv(request: HttpRequest, public_id: str, opponent: str) -> HttpResponse:
    return _of_pair(request, (public_id, opponent), lambda subject: pair_csv(request, subject))


@require_safe
def club_figures(request: HttpRequest, slug: str) -> HttpResponse:
    return figures_page(request, of_club(club_seen(request, slug)))


@require_safe
def club_behind(request: HttpRequest, slug: str, figure: str, part: str) -> HttpResponse:
    return behind(request, of_club(club_seen(request, slug)), figure, part)


@require_safe
def club_csv(request: HttpRequest, slug: str) -> HttpResponse:
    return figures_csv(request, of_club(club_seen(request, slug)))


@require_safe
def club_players(request: HttpRequest, slug: str) -> HttpResponse:
    return players(request, of_club(club_seen(request, slug)))


@require_safe
def event_figures(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    return figures_page(request, of_event(_event_seen(request, slug, public_id)))


@require_safe
def event_behind(request: HttpRequest, slug: str, public_id: str, figure: str, part: str) -> HttpResponse:
    return behind(request, of_event(_event_seen(request, slug, public_id)), figure, part)


@require_safe
def event_csv(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    return figures_csv(request, of_event(_event_seen(request, slug, public_id)))


@require_safe
def event_players(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    return players(request, of_event(_event_seen(request, slug, public_id)))


def _event_seen(request: HttpRequest, slug: str, public_id: str) -> Event:
    events = Event.objects.filter(club__in=visible_clubs(request.user), club__slug=slug)
    return get_object_or_404(events.select_related("club"), public_id=public_id)


def _of_player(request: HttpRequest, public_id: str, show: Callable[[Subject], HttpResponse]) -> HttpResponse:
    player = get_object_or_404(pages.players_shown(request.user), public_id=public_id)
    if player.merged_into is not None:
        return _moved(request, public_id=player.merged_into.public_id)
    return show(of_player(player))


def _of_pair(
    request: HttpRequest, public_ids: tuple[str, str], show: Callable[[Subject], HttpResponse]
) -> HttpResponse:
    """Raises ``Http404`` where one of the two has no page for the viewer, or they are one person."""
    found = {
        player.public_id: player
        for player in pages.players_shown(request.user).filter(public_id__in=public_ids)
    }
    if len(found) < 2:
        raise Http404
    player, opponent = (found[public_id] for public_id in public_ids)
    if player.merged_into is not None or opponent.merged_into is not None:
        return _moved(request, public_id=_whose(player).public_id, opponent=_whose(opponent).public_id)
    return show(of_pair(player, opponent))


def _whose(player: Player) -> Player:
    return player.merged_into or player


def _moved(request: HttpRequest, **people: str) -> HttpResponse:
    """To the same page of the people whose aliases the address named, all else in it kept."""
    match = request.resolver_match
    if match is None:
        raise Http404
    address = reverse(match.view_name, kwargs={**match.kwargs, **people})
    query = request.GET.urlencode()
    return redirect(f"{address}?{query}" if query else address, permanent=True)
