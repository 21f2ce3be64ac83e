"""What somebody wants to take out: whose rubbers, kept to which, and the rest that his file depends on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, TypeAlias, cast

from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.db.models import Q, QuerySet
from django.utils.text import slugify

from matches.clubs.access import Viewer, visible_clubs
from matches.clubs.permissions import can
from matches.exchange.queries.exports import Kept, kept_rubbers, rubbers_to_export
from matches.figures.queries.seasons import dated_within
from matches.models import Club, Event, Rubber
from matches.rubbers.queries.page_rows import players_shown
from matches.rules.figures.seasons import Season

Of: TypeAlias = Literal["rubber", "event", "player", "club", "season"]
What: TypeAlias = Literal["rubbers", "games", "deals"]
WHAT: Final[tuple[What, ...]] = ("rubbers", "games", "deals")
"""What a row of a table is, where a form has one."""
EVERYTHING: Final = Kept()
NAME_LENGTH: Final = 60
"""Of an event's or a player's name in a file's."""


class NotThereError(ObjectDoesNotExist):
    """There is no such thing, or none that the viewer may see."""


@dataclass(frozen=True, slots=True)
class Asked:
    """``of`` and ``id``: whose rubbers, by public id; of a season the club's, and the year in which it begins.

    ``what`` is a row of CSV; ``with_ids`` writes the service's ids into EGN.
    """

    of: Of
    id: str
    year: int | None = None
    kept: Kept = EVERYTHING
    what: What = "rubbers"
    with_ids: bool = False

    def as_json(self) -> dict[str, Any]:
        return {
            "of": self.of,
            "id": self.id,
            "year": self.year,
            "kept": self.kept.as_json(),
            "what": self.what,
            "with_ids": self.with_ids,
        }

    @classmethod
    def of_json(cls, told: Mapping[str, Any]) -> Asked:
        return replace(cls(**{**told, "kept": EVERYTHING}), kept=Kept.of_json(told["kept"]))


@dataclass(frozen=True, slots=True)
class Found:
    """The rubbers that were asked for, with the club among whose files theirs is; ``about`` goes into its name."""

    club: Club
    rubbers: QuerySet[Rubber]
    about: str = ""


def find(viewer: Viewer, asked: Asked) -> Found:
    """What ``viewer`` asked for, none of it being played.

    Raises ``NotThereError`` for what he doesn't see, and ``PermissionDenied`` where he sees it and may not take it.
    """
    found = _FIND[asked.of](viewer, asked)
    return replace(found, rubbers=kept_rubbers(found.rubbers, asked.kept))


def _rubber(viewer: Viewer, asked: Asked) -> Found:
    """Whoever sees a rubber's page may have its record."""
    rubbers = rubbers_to_export().filter(club__in=visible_clubs(viewer), public_id=asked.id)
    rubber = rubbers.select_related("club").first()
    if rubber is None:
        raise NotThereError
    return Found(rubber.club, rubbers, f"rubber-{rubber.public_id}")


def _event(viewer: Viewer, asked: Asked) -> Found:
    events = Event.objects.filter(club__in=visible_clubs(viewer)).select_related("club")
    event = events.filter(public_id=asked.id).first()
    if event is None:
        raise NotThereError
    _require(viewer, event.club)
    return Found(event.club, rubbers_to_export(club=event.club).filter(event=event), event.name)


def _player(viewer: Viewer, asked: Asked) -> Found:
    """Of somebody else those that he played in his own club, where the viewer has a role; of himself all he sees."""
    player = players_shown(viewer).filter(public_id=asked.id).first()
    if player is None:
        raise NotThereError
    rubbers = rubbers_to_export().filter(Q(player_a=player) | Q(player_b=player))
    if viewer.is_authenticated and player.user_id == viewer.pk:
        return Found(player.club, rubbers.filter(club__in=visible_clubs(viewer)), player.name)
    _require(viewer, player.club)
    return Found(player.club, rubbers.filter(club=player.club), player.name)


def _club(viewer: Viewer, asked: Asked) -> Found:
    club = visible_clubs(viewer).filter(public_id=asked.id).first()
    if club is None:
        raise NotThereError
    _require(viewer, club)
    return Found(club, rubbers_to_export(club=club))


def _season(viewer: Viewer, asked: Asked) -> Found:
    """Raises ``NotThereError`` for a year that no record's date can have, too."""
    year = cast(int, asked.year)
    if not 1 < year < 9999:
        raise NotThereError
    found = _club(viewer, asked)
    season = Season(year, found.club.season_month)
    return replace(found, rubbers=found.rubbers.filter(dated_within(season)), about=f"season-{year}")


def _require(viewer: Viewer, club: Club) -> None:
    if not can(viewer, "export_records", club):
        raise PermissionDenied


_FIND: Final = {"rubber": _rubber, "event": _event, "player": _player, "club": _club, "season": _season}


def file_stem(club: Club, about: str, day: str) -> str:
    """``portland-autumn-cup-2026-11-21``."""
    slug = slugify(about)[:NAME_LENGTH].strip("-")
    return "-".join(part for part in (club.slug, slug, day) if part)
