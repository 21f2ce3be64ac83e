"""A club's seasons in lines: which there are, who led in each, which events were played."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.clubs.access import Viewer
from matches.common.localized_numbers import grouped
from matches.figures.words.records import record_name, value_text
from matches.models import Club, Entrant, Honour, HonourBasis
from matches.pages.common.club_lines import event_line
from matches.pages.common.result_lines import player_name, player_url
from matches.rules.figures.records.definitions import CHAMPIONS
from matches.rules.figures.seasons import Season

if TYPE_CHECKING:
    from matches.rubbers.queries.page_rows import DatedEvent


@dataclass(frozen=True, slots=True)
class SeasonLink:
    url: str
    text: str | Promise
    is_here: bool


@dataclass(frozen=True, slots=True)
class Leader:
    """``names`` of those who share it, as a text."""

    title: str | Promise
    names: str
    value: str


@dataclass(frozen=True, slots=True)
class SeasonLine:
    url: str
    label: str
    summary: str
    leaders: tuple[Leader, ...]


@dataclass(frozen=True, slots=True)
class NameLink:
    name: str
    url: str


@dataclass(frozen=True, slots=True)
class EventLine:
    """``winners`` are those who lead where ``is_open``, which an open event ever is."""

    url: str
    name: str
    summary: str
    winners: tuple[NameLink, ...]
    is_open: bool


def season_url(club: Club, season: Season) -> str:
    return reverse("web:season", args=[club.slug, season.year])


def seasons_of(club: Club, bases: Iterable[HonourBasis]) -> list[Season]:
    """Those in which something counts, in the order of ``bases``."""
    return [Season(basis.season, club.season_month) for basis in bases if basis.season is not None]


def season_links(
    club: Club, seasons: Sequence[Season], here: Season | None, *, most: int
) -> list[SeasonLink]:
    """All time, and the latest ``most`` seasons; the one that is looked at is among them."""
    shown = [*seasons[:most], *([here] if here is not None and here in seasons[most:] else [])]
    ever = SeasonLink(reverse("web:records", args=[club.slug]), _("All time"), here is None)
    return [ever, *(SeasonLink(season_url(club, each), each.label, each == here) for each in shown)]


def season_lines(club: Club, bases: Sequence[HonourBasis], leaders: Iterable[Honour]) -> list[SeasonLine]:
    """``bases`` of seasons; ``leaders`` are holders of the first rank in ``CHAMPIONS``."""
    by_season: defaultdict[int | None, list[Honour]] = defaultdict(list)
    for honour in leaders:
        by_season[honour.season].append(honour)
    return [
        SeasonLine(
            url=season_url(club, Season(basis.season, club.season_month)),
            label=Season(basis.season, club.season_month).label,
            summary=_summary(basis),
            leaders=_leaders(by_season[basis.season]),
        )
        for basis in bases
        if basis.season is not None
    ]


def event_lines(
    viewer: Viewer, club: Club, events: Iterable[DatedEvent], winners: Mapping[int, Sequence[Entrant]]
) -> list[EventLine]:
    lines = []
    for event in events:
        line = event_line(club, event)
        names = tuple(
            NameLink(player_name(entrant.player), player_url(viewer, entrant.player, club))
            for entrant in winners.get(event.pk, ())
        )
        lines.append(EventLine(line.url, line.name, line.summary, names, is_open=event.plan is None))
    return lines


def _summary(basis: HonourBasis) -> str:
    rubbers = ngettext("%(number)s rubber", "%(number)s rubbers", basis.rubbers)
    games = ngettext("%(number)s game", "%(number)s games", basis.games)
    return " · ".join(
        (rubbers % {"number": grouped(basis.rubbers)}, games % {"number": grouped(basis.games)})
    )


def _leaders(honours: Sequence[Honour]) -> tuple[Leader, ...]:
    found = []
    for kind in CHAMPIONS:
        holders = [honour for honour in honours if honour.kind == kind]
        if not holders:
            continue
        names = [player_name(honour.player) for honour in holders]
        if holders[0].holders > len(names):
            names.append(_("others"))
        found.append(
            Leader(record_name(kind, is_ever=False), ", ".join(names), value_text(kind, holders[0].value))
        )
    return tuple(found)
