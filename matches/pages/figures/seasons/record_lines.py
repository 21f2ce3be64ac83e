"""A club's records as a page tells them: who holds each, with what, on how much it stands, and where it was."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.clubs.access import Viewer
from matches.common.localized_numbers import grouped
from matches.figures.words.records import (
    GROUP_NAMES,
    ground_text,
    least_text,
    more_text,
    record_name,
    value_text,
)
from matches.models import Club, Honour, HonourBasis, Rubber
from matches.pages.common.dates import record_date
from matches.pages.common.result_lines import player_name, player_url, side_names
from matches.rules.figures.days import day_of_record
from matches.rules.figures.records.definitions import KINDS, Group, RecordKind


@dataclass(frozen=True, slots=True)
class PlaceLink:
    """Where something was; ``url`` is empty where the viewer has no page of it."""

    url: str
    text: str


@dataclass(frozen=True, slots=True)
class HolderLine:
    """``places``: the one place, or those at which it began and ended."""

    rank: int
    name: str
    url: str
    value: str
    stands: str
    places: tuple[PlaceLink, ...]


@dataclass(frozen=True, slots=True)
class RecordShown:
    """``first`` are those who hold it, ``others`` those behind them; ``more`` counts who shares it without a line."""

    key: str
    name: str | Promise
    condition: str
    value: str
    first: tuple[HolderLine, ...]
    others: tuple[HolderLine, ...]
    more: str


@dataclass(frozen=True, slots=True)
class RecordGroup:
    key: Group
    name: str | Promise
    records: tuple[RecordShown, ...]


def record_groups(
    viewer: Viewer, club: Club, honours: Iterable[Honour], *, is_ever: bool
) -> list[RecordGroup]:
    """``honours`` with players and rubbers, in the order of their positions. A record that nobody holds is left out."""
    by_kind: defaultdict[str, list[Honour]] = defaultdict(list)
    for honour in honours:
        by_kind[honour.kind].append(honour)
    shown = [
        (kind.group, _record(viewer, club, kind, by_kind[kind.key], is_ever=is_ever))
        for kind in KINDS
        if kind.key in by_kind
    ]
    return [
        RecordGroup(group, name, tuple(record for of, record in shown if of == group))
        for group, name in GROUP_NAMES.items()
        if any(of == group for of, _record in shown)
    ]


def basis_lines(basis: HonourBasis, *, seasons: Sequence[HonourBasis] = ()) -> list[str]:
    """On what the records stand; ``seasons`` for those of all time, so that rubbers in none are told."""
    told = [
        ngettext("%(number)s rubber", "%(number)s rubbers", basis.rubbers)
        % {"number": grouped(basis.rubbers)},
        ngettext("%(number)s game", "%(number)s games", basis.games) % {"number": grouped(basis.games)},
        ngettext("%(number)s deal", "%(number)s deals", basis.deals) % {"number": grouped(basis.deals)},
    ]
    return told if seasons == () else [*told, *_undated(basis, seasons)]


def gaps(basis: HonourBasis) -> list[str]:
    """What the records do not know, since it was never written down."""
    told = []
    if basis.games_with_deals < basis.games:
        told.append(
            _("%(some)s of %(games)s games are on record deal by deal: voles, kings and lengths go by them.")
            % {"some": grouped(basis.games_with_deals), "games": grouped(basis.games)}
        )
    if basis.deals_with_turn_up < basis.deals:
        told.append(
            _("Of %(some)s of %(deals)s deals the turn-up is on record: runs of kings go by them.")
            % {"some": grouped(basis.deals_with_turn_up), "deals": grouped(basis.deals)}
        )
    if basis.games_with_points < basis.games:
        told.append(
            _("Of %(some)s of %(games)s games the points are on record: trebles go by them.")
            % {"some": grouped(basis.games_with_points), "games": grouped(basis.games)}
        )
    return told


def _undated(basis: HonourBasis, seasons: Sequence[HonourBasis]) -> list[str]:
    number = basis.rubbers - sum(season.rubbers for season in seasons)
    if not number:
        return []
    text = ngettext(
        "%(number)s rubber is in no season, since its date is not known",
        "%(number)s rubbers are in no season, since their dates are not known",
        number,
    )
    return [text % {"number": grouped(number)}]


def _record(
    viewer: Viewer, club: Club, kind: RecordKind, honours: Sequence[Honour], *, is_ever: bool
) -> RecordShown:
    lines = [_holder(viewer, club, honour) for honour in honours]
    first = tuple(line for line in lines if line.rank == 1)
    return RecordShown(
        key=kind.key,
        name=record_name(kind.key, is_ever=is_ever),
        condition=least_text(kind.key, is_ever=is_ever),
        value=value_text(kind.key, honours[0].value),
        first=first,
        others=tuple(line for line in lines if line.rank > 1),
        more=more_text(honours[0].holders - len(first)),
    )


def _holder(viewer: Viewer, club: Club, honour: Honour) -> HolderLine:
    return HolderLine(
        rank=honour.rank,
        name=player_name(honour.player),
        url=player_url(viewer, honour.player, club),
        value=value_text(honour.kind, honour.value),
        stands=ground_text(honour.kind, honour.standing_on),
        places=_places(honour),
    )


def _places(honour: Honour) -> tuple[PlaceLink, ...]:
    first, last = honour.first_rubber, honour.last_rubber
    if first is None or last is None:
        return ()
    begun, ended = (first, honour.first_game, honour.first_deal), (last, honour.last_game, honour.last_deal)
    day = record_date(first.date) or _("day unknown")
    if begun == ended:
        against = _("against %(name)s") % {"name": _adversary(first, honour.player_id)}
        return (_place(honour, *begun, [against, day]),)
    return _place(honour, *begun, [day]), _place(honour, *ended, _day_of_end(first, last))


def _day_of_end(first: Rubber, last: Rubber) -> list[str]:
    """What is to be said of the day on which something ended, beside that on which it began."""
    if first.pk == last.pk:
        return []
    if first.date == last.date and day_of_record(first.date):
        return [_("later that day")]
    return [record_date(last.date) or _("day unknown")]


def _place(
    honour: Honour, rubber: Rubber, game: int | None, deal: int | None, about: Sequence[str]
) -> PlaceLink:
    """A rubber that went to another club meanwhile is told without a link."""
    url = _address(rubber, game, deal) if rubber.club_id == honour.club_id else ""
    parts = [
        *about,
        *([_("game %(number)s") % {"number": game}] if game is not None else []),
        *([_("deal %(number)s") % {"number": deal}] if deal is not None else []),
    ]
    return PlaceLink(url, ", ".join(parts))


def _adversary(rubber: Rubber, player: int) -> str:
    a, b = side_names(rubber.player_a, rubber.player_b)
    return b if rubber.player_a_id == player else a


def _address(rubber: Rubber, game: int | None, deal: int | None) -> str:
    if game is not None and deal is not None:
        return reverse("web:deal", args=[rubber.public_id, game, deal])
    address = reverse("web:rubber", args=[rubber.public_id])
    return address if game is None else f"{address}#game-{game}"
