"""Requests for exports: which rubbers, filters, options and format; request, authorize, expire and delete exports."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from typing import Any, Final, Literal, TypeAlias, cast, get_args

from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from matches.clubs.access import Viewer, visible_clubs
from matches.clubs.queries import visible_players
from matches.clubs.roles import can
from matches.common.club_clock import club_today
from matches.common.enqueue import enqueue_exports
from matches.exchange.exports.select_rubbers import RubberFilter, filter_rubbers, rubbers_to_export
from matches.figures.seasons import dated_within
from matches.models import Club, Event, Export, ExportPart, Rubber, User
from matches.rules.figures.seasons import Season

EGN: Final = Export.Form.EGN
ANNOTATED_EGN: Final = Export.Form.ANNOTATED_EGN
JSON: Final = Export.Form.JSON
NDJSON: Final = Export.Form.NDJSON
CSV: Final = Export.Form.CSV
XLSX: Final = Export.Form.XLSX
Scope: TypeAlias = Literal["rubber", "event", "player", "club", "season"]
RowKind: TypeAlias = Literal["rubbers", "games", "deals"]
ROW_KINDS: Final[tuple[RowKind, ...]] = get_args(RowKind)
"""The kinds of row in formats with tables: a row for each rubber, game or deal."""
EVERYTHING: Final = RubberFilter()
NAME_LENGTH: Final = 60
"""The maximum length of the part of a file name that comes from an event's or player's name."""
KEPT: Final = timedelta(days=7)
"""The time for which a finished export's file is kept."""
REMEMBERED: Final = timedelta(days=30)
"""The time for which the row of an expired export is kept, so that its page can say that it has expired."""
MOST_WAITING: Final = 3
"""The maximum number of one person's unfinished exports."""
MOST_KEPT: Final = 10
"""The maximum number of one person's exports, pending and ready."""
FORGOTTEN: Final = gettext_noop(
    "The data of a person who may be in this file was deleted. Prepare the file again."
)
State: TypeAlias = Literal["waiting", "writing", "ready", "failed", "gone"]


@dataclass(frozen=True, slots=True)
class FileForm:
    """A file format. ``can_go_on``: a download can be resumed after the last rubber received."""

    media_type: str
    suffix: str
    charset: str = ""
    can_go_on: bool = True

    @property
    def content_type(self) -> str:
        return f"{self.media_type}; charset={self.charset}" if self.charset else self.media_type


FORMS: Final[Mapping[str, FileForm]] = {
    EGN: FileForm("text/vnd.ecarte.egn", ".egn", "utf-8"),
    ANNOTATED_EGN: FileForm("text/vnd.ecarte.egn", ".egn", "utf-8"),
    JSON: FileForm("application/json", ".json", can_go_on=False),
    NDJSON: FileForm("application/x-ndjson", ".ndjson"),
    CSV: FileForm("text/csv", ".csv", "utf-8"),
    XLSX: FileForm(
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", ".xlsx", can_go_on=False
    ),
}


class NotThereError(ObjectDoesNotExist):
    """The requested rubber, event, player or club does not exist, or the viewer may not see it."""


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """A request for an export.

    ``of`` and ``id`` (a public id) select the rubbers: of a rubber, event, player, club or season. For a
    season, ``id`` is the club's, and ``year`` that in which the season begins. ``kept`` has the filters.
    ``what`` is the kind of row in a CSV file. ``with_ids`` adds public ids to an EGN file.
    """

    of: Scope
    id: str
    year: int | None = None
    kept: RubberFilter = EVERYTHING
    what: RowKind = "rubbers"
    with_ids: bool = False

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "kept": self.kept.as_json()}

    @classmethod
    def of_json(cls, data: Mapping[str, Any]) -> ExportRequest:
        return replace(cls(**{**data, "kept": EVERYTHING}), kept=RubberFilter.of_json(data["kept"]))


@dataclass(frozen=True, slots=True)
class ExportSelection:
    """The rubbers that a request selects, and the club and subject for the name of the file."""

    club: Club
    rubbers: QuerySet[Rubber]
    about: str = ""


def find_rubbers(viewer: Viewer, request: ExportRequest) -> ExportSelection:
    """Return the rubbers that the request selects for ``viewer``, without live ones.

    Raises ``NotThereError`` if the viewer may not see them, and ``PermissionDenied`` if they may not export
    them.
    """
    selection = _FIND[request.of](viewer, request)
    return replace(selection, rubbers=filter_rubbers(selection.rubbers, request.kept))


def _rubber(viewer: Viewer, request: ExportRequest) -> ExportSelection:
    """Select one rubber. Everyone who may see its page may export it."""
    rubbers = rubbers_to_export().filter(club__in=visible_clubs(viewer), public_id=request.id)
    rubber = rubbers.select_related("club").first()
    if rubber is None:
        raise NotThereError
    return ExportSelection(rubber.club, rubbers, f"rubber-{rubber.public_id}")


def _event(viewer: Viewer, request: ExportRequest) -> ExportSelection:
    events = Event.objects.filter(club__in=visible_clubs(viewer)).select_related("club")
    event = events.filter(public_id=request.id).first()
    if event is None:
        raise NotThereError
    _require(viewer, event.club)
    return ExportSelection(event.club, rubbers_to_export(club=event.club).filter(event=event), event.name)


def _player(viewer: Viewer, request: ExportRequest) -> ExportSelection:
    """Select a player's rubbers: all that the viewer sees if they are the player, else those in the player's club."""
    player = visible_players(viewer).filter(public_id=request.id).first()
    if player is None:
        raise NotThereError
    rubbers = rubbers_to_export().filter(Q(player_a=player) | Q(player_b=player))
    if viewer.is_authenticated and player.user_id == viewer.pk:
        return ExportSelection(player.club, rubbers.filter(club__in=visible_clubs(viewer)), player.name)
    _require(viewer, player.club)
    return ExportSelection(player.club, rubbers.filter(club=player.club), player.name)


def _club(viewer: Viewer, request: ExportRequest) -> ExportSelection:
    club = visible_clubs(viewer).filter(public_id=request.id).first()
    if club is None:
        raise NotThereError
    _require(viewer, club)
    return ExportSelection(club, rubbers_to_export(club=club))


def _season(viewer: Viewer, request: ExportRequest) -> ExportSelection:
    """Select the rubbers of a club's season.

    Raises the errors of ``_club``, and ``NotThereError`` for a year that no record's date can have.
    """
    year = cast(int, request.year)
    if not 1 < year < 9999:
        raise NotThereError
    selection = _club(viewer, request)
    season = Season(year, selection.club.season_month)
    return replace(selection, rubbers=selection.rubbers.filter(dated_within(season)), about=f"season-{year}")


def _require(viewer: Viewer, club: Club) -> None:
    if not can(viewer, "export_records", club):
        raise PermissionDenied


_FIND: Final[Mapping[Scope, Callable[[Viewer, ExportRequest], ExportSelection]]] = {
    "rubber": _rubber,
    "event": _event,
    "player": _player,
    "club": _club,
    "season": _season,
}


def file_stem(club: Club, about: str, day: str) -> str:
    """Return an export's file name without its suffix, such as ``portland-autumn-cup-2026-11-21``."""
    slug = slugify(about)[:NAME_LENGTH].strip("-")
    return "-".join(part for part in (club.slug, slug, day) if part)


class TooManyWaitingError(Exception):
    """The person has three exports that are not finished yet."""


class TooManyKeptError(ValueError):
    """The person has ten exports, pending and ready, and has to delete one first."""

    def __init__(self) -> None:
        super().__init__(
            _("You already have %(most)d files here. Delete one that you have downloaded.")
            % {"most": MOST_KEPT}
        )


def request_export(user: User, request: ExportRequest, form: str) -> Export:
    """Create an export, which a worker then writes as a file in the format ``form``, a key of ``FORMS``.

    Raises ``TooManyWaitingError``, ``TooManyKeptError`` and the errors of ``find_rubbers``.
    """
    selection = find_rubbers(user, request)
    with transaction.atomic():
        # Lock the user, so that two simultaneous requests are counted one after the other.
        User.objects.select_for_update().get(pk=user.pk)
        own = Export.objects.filter(by=user)
        if own.filter(finished_at=None).count() >= MOST_WAITING:
            raise TooManyWaitingError
        kept = Q(finished_at=None) | Q(problem="", expires_at__gt=timezone.now())
        if own.filter(kept).count() >= MOST_KEPT:
            raise TooManyKeptError
        export = Export.objects.create(
            club=selection.club,
            by=user,
            form=form,
            asked=request.as_json(),
            name=file_name(selection.club, selection.about, form),
        )
        transaction.on_commit(lambda: enqueue_exports([export.pk]))
    return export


def own_exports(viewer: Viewer) -> QuerySet[Export]:
    """Return the viewer's own exports: those of others may contain data that only their owner may read."""
    if not viewer.is_authenticated:
        return Export.objects.none()
    return Export.objects.filter(by=viewer).select_related("club").order_by("-pk")


def may_still_have(viewer: Viewer, export: Export) -> bool:
    try:
        find_rubbers(viewer, ExportRequest.of_json(export.asked))
    except (NotThereError, PermissionDenied):
        return False
    return True


def state_of(export: Export) -> State:
    if export.finished_at is None:
        return "waiting" if export.claimed_until is None else "writing"
    if export.problem:
        return "failed"
    if export.expires_at is not None and export.expires_at <= timezone.now():
        return "gone"
    return "ready"


def delete_export(export: Export) -> None:
    export.delete()


def clear_exports() -> int:
    """Delete the files of expired exports, and exports that expired long ago. Return the number of files."""
    now = timezone.now()
    over = Export.objects.filter(expires_at__lte=now, parts__isnull=False).distinct()
    keys = list(over.values_list("pk", flat=True))
    for export in Export.objects.filter(pk__in=keys):
        export.parts.all().delete()
    Export.objects.filter(finished_at__lte=now - KEPT - REMEMBERED).delete()
    return len(keys)


def file_name(club: Club, about: str, form: str) -> str:
    """Return the name of an export's file, with today's date in the club: ``portland-autumn-cup-2026-11-21.egn``."""
    today = club_today(club).isoformat()
    return file_stem(club, about, today) + FORMS[form].suffix


def forget_in_files(clubs: Collection[int], players: Collection[str]) -> None:
    """Delete the export files that may contain the name of an erased person, and restart unfinished exports.

    ``clubs`` are the clubs (primary keys) of their rubbers, and ``players`` their public ids. Exports of
    their own rubbers are deleted altogether. Those of other players' rubbers may have rubbers from any club,
    so their files are deleted whatever the club.
    """
    exports = Export.objects.filter(Q(club__in=clubs) | Q(asked__of="player"))
    Export.objects.filter(asked__of="player", asked__id__in=list(players)).delete()
    # Take the claims of workers away. This comes first: a file that is finished meanwhile is caught below.
    exports.filter(finished_at__isnull=True).update(claimed_until=None)
    written = list(exports.exclude(checksum="").values_list("pk", flat=True))
    ExportPart.objects.filter(export__in=written).delete()
    Export.objects.filter(pk__in=written).update(checksum="", size=0, expires_at=None, problem=FORGOTTEN)
