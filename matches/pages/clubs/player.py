"""A player: how his rubbers went, and the way to what the review makes of his play."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from matches.clubs.access import are_reviews_open
from matches.events.queries.outline import player_events
from matches.models import Entrant, Event, Player
from matches.pages.common.club_lines import Line
from matches.pages.common.counted_query import Counted
from matches.pages.common.crumbs import club_crumb
from matches.pages.common.pagination import listing
from matches.pages.common.record_files import file_links
from matches.pages.common.result_lines import player_name, rubber_lines
from matches.pages.figures.page import headlines
from matches.pages.figures.ratings.blocks import ratings_of_player
from matches.pages.figures.seasons.held_records import held_records
from matches.pages.reviews.exercise_page import practise_text
from matches.reviews.queries import reviews
from matches.reviews.queries.exercises import waiting
from matches.rubbers.queries import page_rows as pages

RUBBERS_A_PAGE = 30
EVENTS_SHOWN = 12


@require_safe
def player(request: HttpRequest, public_id: str) -> HttpResponse:
    player = get_object_or_404(pages.players_shown(request.user), public_id=public_id)
    if player.merged_into is not None:
        return redirect("web:player", player.merged_into.public_id, permanent=True)
    record = pages.player_record(request.user, player)
    every = Counted(pages.player_rubbers(request.user, player), record["rubbers"])
    rubbers = listing(request, every, key="rubbers", size=RUBBERS_A_PAGE)
    return render(
        request,
        "clubs/player.html",
        {
            "name": player_name(player),
            "public_id": public_id,
            "facts": _facts(record),
            "crumbs": [club_crumb(player.club)],
            "figures": headlines(request.user, player),
            "rubbers": rubber_lines(rubbers.rows),
            "rubbers_listing": rubbers,
            "events": [
                _event_line(entrant) for entrant in player_events(request.user, player)[:EVENTS_SHOWN]
            ],
            "ratings": ratings_of_player(request.user, player),
            "held": held_records(request.user, player),
            "review_opens": are_reviews_open(request.user, player)
            or reviews.player_decisions(request.user, player).exists(),
            "practice": _practice(request, player),
            "files": _own_files(request, player) if rubbers.rows else [],
        },
    )


def _own_files(request: HttpRequest, player: Player) -> list[tuple[str, str]]:
    is_own = request.user.is_authenticated and player.user_id == request.user.pk
    return file_links("player_records_file", player.public_id) if is_own else []


def _facts(record: Mapping[str, int]) -> list[str]:
    """``record`` has of the settled rubbers how many were ``played``, ``won`` and ``lost``."""
    played = record["played"]
    told = [ngettext("%(count)s settled rubber", "%(count)s settled rubbers", played) % {"count": played}]
    if played:
        told.append(_("won %(won)s, lost %(lost)s") % {"won": record["won"], "lost": record["lost"]})
    return told


def _event_line(entrant: Entrant) -> Line:
    """An event that he was entered in, and his place or how far it is."""
    event = entrant.event
    if entrant.place is not None and event.phase == Event.Phase.COMPLETE:
        summary = _("place %(place)s") % {"place": entrant.place}
    else:
        summary = event.get_phase_display() if entrant.withdrawn_at is None else _("withdrawn")
    url = reverse("web:event", args=[event.club.slug, event.public_id])
    return Line(url=url, name=event.name, summary=f"{event.club.name} · {summary}")


def _practice(request: HttpRequest, player: Player) -> str:
    """How much there is to practise; empty for everybody but the player himself, and where there is nothing."""
    if not request.user.is_authenticated or player.user_id != request.user.pk:
        return ""
    number = waiting(request.user, player, now=timezone.now()).now
    return practise_text(number) if number else ""
