"""The template tags and filters of events' pages: players, rows of standings, stages and rounds."""

from __future__ import annotations

from collections.abc import Mapping

from django import template
from django.template import RequestContext
from django.utils.html import format_html

from matches.clubs.roles import Action, Powers
from matches.clubs.words import person_name
from matches.common.round_names import round_words
from matches.events.queries import StageOutline
from matches.events.words import PHASES, halves_text, player_words
from matches.models import Player, Standing
from matches.pages.common.club_context import moment_in
from matches.pages.common.results import player_name, player_url, rubber_title
from matches.pages.events.context import EventPage
from matches.pages.events.desk.context import Desk
from matches.pages.events.rows import Seat, figure_texts
from matches.pages.events.words import due_words, round_in_short, round_state, stage_phase
from matches.rules.events.state import StageState

register = template.Library()

register.filter("moment", moment_in)

register.filter("player_name", player_name)
register.filter("person_name", person_name)
register.filter("halves", halves_text)
register.filter("figure_texts", figure_texts)
register.filter("round_name", round_words)
register.filter("round_short", round_in_short)
register.filter("round_state", round_state)
register.filter("due", due_words)
register.filter("stage_phase", stage_phase)
register.filter("player_words", player_words)
register.filter("rubber_title", rubber_title)


@register.simple_tag(takes_context=True)
def player_link(context: RequestContext, player: Player) -> str:
    """Return the player's name, as a link if the context has ``club`` and the viewer may see the page."""
    club = context.get("club")
    url = "" if club is None else player_url(context["request"].user, player, club)
    name = player_name(player)
    return format_html('<a href="{}">{}</a>', url, name) if url else name


@register.simple_tag(takes_context=True)
def seat_link(context: RequestContext, seat: Seat) -> str:
    """Return the name of the player in ``seat``, as a link if visible; if unknown, the pairing that decides it."""
    return seat.name if seat.player is None else player_link(context, seat.player)


@register.filter
def may(powers: Powers, action: Action) -> bool:
    return powers.can(action)


@register.filter
def stage_name(stage: StageOutline, page: EventPage) -> str:
    return page.stage_name(stage)


@register.filter
def phase_name(phase: str) -> str:
    return str(PHASES[phase])


@register.filter
def desk_stage_name(stage: StageState, desk: Desk) -> str:
    return desk.stage_name(stage)


@register.filter
def bye_marks(standing: Standing, byes: Mapping[int, int]) -> str:
    """Return an asterisk for each bye in the score of ``standing``; ``byes`` counts them by the entrant's key."""
    return "*" * byes.get(standing.entrant_id, 0)
