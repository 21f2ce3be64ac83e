"""The template tags of a rubber: its players, its score, and the state of its record."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from zoneinfo import ZoneInfo

from django import template
from django.template import RequestContext
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.models import Rubber
from matches.pages.common import results
from matches.pages.common.club_context import moment_in
from matches.pages.common.dates import day_text, record_date, time_text

register = template.Library()

register.filter("moment", moment_in)
register.filter("record_state", results.state_of)

STATE_NOTES: dict[str, str | Promise] = {
    Rubber.State.DRAFT: gettext_lazy(
        "This record is a draft: it stays outside the standings until what is found below is settled."
    ),
    Rubber.State.DISPUTED: gettext_lazy(
        "The players disagree on this result, and the director will settle it."
    ),
    Rubber.State.VOID: gettext_lazy("This rubber does not count."),
}


@register.inclusion_tag("rubbers/_versus.html", takes_context=True)
def versus(context: RequestContext, rubber: Rubber) -> dict[str, Any]:
    """Render A and B, linked where visible, with games won. The club, the players and their clubs must be loaded."""
    viewer = context["request"].user
    players, games = (rubber.player_a, rubber.player_b), (rubber.games_won_a, rubber.games_won_b)
    return {
        "sides": [
            {
                "name": name,
                "url": results.player_url(viewer, player, rubber.club),
                "games": won,
                "is_winner": rubber.winner == letter,
            }
            for letter, name, player, won in zip("AB", side_names(rubber), players, games, strict=True)
        ]
    }


@register.filter
def side_names(rubber: Rubber) -> tuple[str, str]:
    return results.side_names(rubber.player_a, rubber.player_b)


@register.filter
def state_note(rubber: Rubber) -> str | Promise:
    """Return a sentence on what the state of a rubber's record means, or "" for a state without one."""
    names = dict(zip("AB", side_names(rubber), strict=True))
    if rubber.state == Rubber.State.DISPUTED and rubber.reported_by in names:
        names.pop(rubber.reported_by)
        (name,) = names.values()
        return _(
            "%(name)s disputes this result: the director will settle it, unless %(name)s confirms it after all."
        ) % {"name": name}
    if rubber.state != Rubber.State.REPORTED:
        return STATE_NOTES.get(rubber.state, "")
    if rubber.reported_by not in names:
        values = {"a": names["A"], "b": names["B"]}
        return _("Reported by a helper; %(a)s, %(b)s or the director confirms it.") % values
    reporter = names.pop(rubber.reported_by)
    (other,) = names.values()
    values = {"reporter": reporter, "other": other}
    return _("Reported by %(reporter)s; %(other)s or the director confirms it.") % values


@register.filter
def rubber_facts(rubber: Rubber) -> Iterator[str]:
    """Yield round, table, date, an unusual end, and the points if they differ from the games won."""
    facts = [
        results.round_name(rubber.round_label) if rubber.round_label else "",
        _("table %(table)s") % {"table": rubber.table} if rubber.table else "",
        record_date(rubber.date),
        str(results.TERMINATIONS[rubber.termination]),
    ]
    points = (rubber.points_a, rubber.points_b)
    if None not in points and points != (rubber.games_won_a, rubber.games_won_b):
        facts.append(_("value %(a)s–%(b)s") % {"a": points[0], "b": points[1]})
    return filter(None, facts)


@register.filter
def entered(rubber: Rubber) -> str:
    """Return a sentence with the day and time at which the record was entered, in the club's time zone."""
    at = timezone.localtime(rubber.entered_at, ZoneInfo(rubber.club.time_zone))
    return _("Entered on %(day)s at %(time)s.") % {"day": day_text(at), "time": time_text(at)}
