"""Which records a player holds, for his page: those of all time one by one, those over a season by the season."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from matches.clubs.access import Viewer
from matches.figures.queries.honours import honours_held
from matches.figures.words.records import record_name, value_text
from matches.models import Honour, Player
from matches.pages.common.club_lines import Line
from matches.rules.figures.records.definitions import BY_KEY
from matches.rules.figures.seasons import Season

SEASONS_SHOWN: Final = 12


def held_records(viewer: Viewer, player: Player) -> list[Line]:
    """What he holds, alone or with others, where the viewer may see it, for ``figures/seasons/_held.html``. One
    query."""
    held = list(honours_held(viewer, player))
    ever = [_ever(honour) for honour in held if honour.season is None]
    of_seasons = [honour for honour in held if honour.season is not None and _is_over_a_season(honour)]
    return ever + _seasons(of_seasons)[:SEASONS_SHOWN]


def _is_over_a_season(honour: Honour) -> bool:
    return BY_KEY[honour.kind].group == "season"


def _ever(honour: Honour) -> Line:
    return Line(
        url=f"{reverse('web:records', args=[honour.club.slug])}#{honour.kind}",
        name=str(record_name(honour.kind, is_ever=True)),
        summary=f"{value_text(honour.kind, honour.value)} · {honour.club.name}",
    )


def _seasons(honours: Iterable[Honour]) -> list[Line]:
    """``honours`` club by club, and in each season by season."""
    lines = []
    for (club, year), of_season in groupby(honours, key=lambda honour: (honour.club, honour.season or 0)):
        kinds = [record_name(honour.kind, is_ever=False) for honour in of_season]
        label = Season(year, club.season_month).label
        lines.append(
            Line(
                url=reverse("web:season", args=[club.slug, year]),
                name=_("Season %(label)s") % {"label": label},
                summary=" · ".join((", ".join(map(str, kinds)), club.name)),
            )
        )
    return lines
