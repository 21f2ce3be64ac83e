"""Prepare the rail of a stage's rounds: those played, the one that is on, and those to come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from matches.events.queries import RoundOutline, StageOutline
from matches.pages.events.context import EventPage
from matches.pages.events.words import round_in_short


@dataclass(frozen=True, slots=True)
class Stop:
    """A round on the rail; ``url`` is "" for a round to come, and ``about`` how far it is."""

    name: str
    about: str
    url: str = ""
    is_done: bool = False
    is_here: bool = False


@dataclass(frozen=True, slots=True)
class Rail:
    """The rounds of a stage. ``look`` is the rail's CSS class for rounds with long names, or too many for a phone."""

    stops: tuple[Stop, ...]
    look: str


MOST_ON_A_PHONE: Final = 7


def rail(page: EventPage, stage: StageOutline, here: RoundOutline) -> Rail:
    """Return the rail of ``stage`` as seen from the page of the round ``here``."""
    stops = [_stop(page, each, is_here=each == here) for each in stage.rounds]
    if stage.kind == "swiss":
        for number in range(len(stops) + 1, page.plan_of(stage).rounds + 1):
            stops.append(Stop(pgettext("round", "R%(number)s") % {"number": number}, "–"))
    is_named = any(not each.label.rpartition(": ")[2].isdecimal() for each in stage.rounds)
    look = "named" if is_named else "long" if len(stops) > MOST_ON_A_PHONE else ""
    return Rail(tuple(stops), look)


def _stop(page: EventPage, round_: RoundOutline, *, is_here: bool) -> Stop:
    about = "✓"
    if not round_.is_complete:
        numbers = {"decided": round_.decided, "all": round_.rubbers}
        about = _("%(decided)s of %(all)s") % numbers if round_.decided or round_.missing else "–"
    return Stop(
        name=round_in_short(round_),
        about=about,
        url=page.url("event_round", round_.stage, round_.number),
        is_done=round_.is_complete,
        is_here=is_here,
    )
