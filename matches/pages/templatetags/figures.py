"""The template tags of figures, ratings and records: links to players, and values in words."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django import template
from django.template import RequestContext
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString

from matches.common.number_format import decimal, grouped
from matches.figures.record_words import GROUP_NAMES, ground_text, least_text, record_name, value_text
from matches.figures.words import FIGURE_WORDS, count_with_unit
from matches.models import Honour, Player, Rubber
from matches.pages.common.club_context import moment_in
from matches.pages.common.dates import month_text, record_date
from matches.pages.common.results import player_name, player_url, rubber_title, score_text
from matches.pages.figures.medals import record_number
from matches.pages.figures.ratings.rating_words import (
    aloud,
    change_text,
    length_words,
    rating_margin,
    rating_only,
    rating_text,
    trend_text,
)
from matches.pages.figures.seasons.views import record_places
from matches.rules.figures.figures import Unit
from matches.rules.figures.records import Group

if TYPE_CHECKING:
    from matches.figures.ratings import RatedPlayer, RatedWeek
    from matches.figures.seasons import MonthRecord

register = template.Library()

register.filter("moment", moment_in)

register.filter("grouped", grouped)
register.filter("decimals", decimal)
register.filter("month", month_text)
register.filter("player_name", player_name)
register.filter("rubber_title", rubber_title)
register.filter("rating", rating_text)
register.filter("rating_only", rating_only)
register.filter("rating_margin", rating_margin)
register.filter("rating_aloud", aloud)
register.filter("rating_trend", trend_text)
register.filter("change", change_text)
register.filter("length_words", length_words)
register.filter("places", record_places)


@register.simple_tag(takes_context=True)
def player_link(context: RequestContext, player: Player, style: str = "") -> SafeString | str:
    """Return the player's name, linked if visible. ``style`` is a CSS class; the context must have ``club``."""
    name = player_name(player)
    url = player_url(context["request"].user, player, context["club"])
    if url:
        return format_html('<a{} href="{}">{}</a>', _class(style), url, name)
    return format_html("<span{}>{}</span>", _class(style), name) if style else name


def _class(style: str) -> SafeString | str:
    return format_html(' class="{}"', style) if style else ""


@register.filter
def in_hundred(chance: float) -> str:
    """Return a chance between 0 and 1 as a whole number of percent."""
    return decimal(100 * chance, 0)


@register.filter
def in_hundred_units(chance: float) -> str:
    """Return a chance as the width of a bar of 100 units, with a point in every language."""
    return f"{100 * chance:.1f}"


@register.filter
def rest_in_hundred(chance: float) -> str:
    """Return the chance of the other player, so that the two rounded numbers add up to 100."""
    return str(100 - round(100 * chance))


@register.filter
def in_unit(number: int, unit: Unit) -> str:
    """Return a number with its unit in words: "248 deals"."""
    return count_with_unit(unit, number)


@register.filter
def figure_name(key: str) -> str | Promise:
    return FIGURE_WORDS[key].name


@register.filter
def score(games: tuple[int, int]) -> str:
    return score_text(*games)


@register.filter
def event_and_date(rubber: Rubber) -> str:
    """Return the name of the rubber's event and the rubber's date. If one is unknown, it is left out."""
    return " · ".join(part for part in (rubber.event.name, record_date(rubber.date)) if part)


@register.filter
def rated_name(rated: RatedPlayer) -> str:
    """Return the player's name and rating: "Orford (1523 ± 21)"."""
    return f"{rated.player.name} ({rating_text(rated.strength)})"


@register.filter
def week_change(week: RatedWeek) -> str:
    """Return the change of the rating in a week: "+3"."""
    return change_text(week.rating - week.rating_before)


@register.filter
def days_of_week(monday: date) -> str:
    """Return the filter of figures for the week that begins on ``monday``: "since=2026-11-09&until=2026-11-15"."""
    return urlencode({"since": monday, "until": monday + timedelta(days=6)})


@register.filter
def record_group_name(group: Group) -> str | Promise:
    return GROUP_NAMES[group]


@register.filter("record_name")
def name_of_record(kind: str, is_ever: bool) -> str | Promise:
    return record_name(kind, is_ever=is_ever)


@register.filter
def record_condition(kind: str, is_ever: bool) -> str:
    return least_text(kind, is_ever=is_ever)


@register.filter
def record_value(honour: Honour | MonthRecord) -> str:
    return value_text(honour.kind, honour.value)


register.filter("record_number", record_number)


@register.filter
def record_ground(honour: Honour) -> str:
    return ground_text(honour.kind, honour.standing_on)
