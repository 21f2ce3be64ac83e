"""Remove the demonstration club with everything in it, or hide it if somebody has entered something.

This is the only deletion from the log. The guard of the log is lifted for the entries of this club alone, and only
within the transaction that deletes all rows of the club.
"""

from __future__ import annotations

from typing import Any, Final

from django.db import connection, transaction
from django.db.models import Model, Q

from matches.clubs.manage_club import change_club
from matches.common.commands import new_key
from matches.models import (
    Club,
    Conflict,
    Deal,
    DealReview,
    Decision,
    Delivery,
    DrawRequest,
    Entrant,
    Event,
    Exercise,
    Export,
    ExportPart,
    FormerName,
    Game,
    HeldText,
    Honour,
    HonourBasis,
    HonourProgress,
    ImportLine,
    ImportReport,
    Incident,
    Invitation,
    LogEntry,
    Membership,
    PadEntry,
    Pairing,
    Player,
    Posting,
    Rating,
    RatingProgress,
    Review,
    Round,
    Rubber,
    Sitting,
    SittingGame,
    SittingPerson,
    Stage,
    Standing,
    TableLink,
    Tally,
    User,
    Webhook,
)

CLUB_OF: Final[dict[type[Model], str]] = {
    Decision: "review__rubber__club",
    DealReview: "review__rubber__club",
    Review: "rubber__club",
    Exercise: "rubber__club",
    Honour: "club",
    HonourBasis: "club",
    HonourProgress: "club",
    Rating: "club",
    RatingProgress: "club",
    Tally: "club",
    LogEntry: "club",
    FormerName: "club",
    PadEntry: "rubber__club",
    TableLink: "club",
    Posting: "sitting__club",
    SittingGame: "sitting__club",
    SittingPerson: "sitting__club",
    Sitting: "club",
    Standing: "stage__event__club",
    Pairing: "round__stage__event__club",
    Round: "stage__event__club",
    DrawRequest: "event__club",
    Entrant: "event__club",
    Stage: "event__club",
    Incident: "game__rubber__club",
    Deal: "game__rubber__club",
    Game: "rubber__club",
    Conflict: "rubber__club",
    HeldText: "club",
    ImportLine: "report__club",
    ImportReport: "club",
    Rubber: "club",
    Event: "club",
    ExportPart: "export__club",
    Export: "club",
    Delivery: "webhook__club",
    Webhook: "club",
    Invitation: "club",
    Membership: "club",
    Player: "club",
    Club: "pk",
}
"""Every table with rows of a club, in the order in which they are deleted, and the path from a row to its club."""

WRITTEN_BY_OTHERS: Final[tuple[type[Model], ...]] = (Event, Rubber, Review)
"""The rows to which a worker may be adding others at this moment."""
SQLITE_GUARD: Final = "logentry_refuse_delete"


class DemonstrationInUseError(ValueError):
    """Somebody has entered something in the demonstration club since it was loaded."""


def is_in_use(club: Club) -> bool:
    """Return whether anybody has entered anything in the demonstration ``club``, or used its players in another club.

    Reviews, practice and whatever is derived from the log do not count.
    """
    position = club.demonstration_position
    if position is None or club.log.filter(pk__gt=position).exists():
        return True
    # What a person sent and the log does not have.
    loaded_at = club.log.get(pk=position).at
    imports = club.imports.filter(is_trial=False, started_at__gt=loaded_at)
    held_texts = club.held_texts.exclude(report__club=club)
    conflicts = Conflict.objects.filter(rubber__club=club)
    pad_entries = PadEntry.objects.filter(rubber__club=club)
    return any(
        rows.exists() for rows in (imports, held_texts, conflicts, pad_entries, *_used_elsewhere(club))
    )


def _used_elsewhere(club: Club) -> list[Any]:
    """Return the rows of other clubs in which a player of ``club`` is named, as querysets."""
    of_rubbers = Q(player_a__club=club) | Q(player_b__club=club)
    return [
        Membership.objects.filter(player__club=club).exclude(club=club),
        Rubber.objects.filter(of_rubbers).exclude(club=club),
        Entrant.objects.filter(player__club=club).exclude(event__club=club),
        SittingPerson.objects.filter(player__club=club).exclude(sitting__club=club),
    ]


@transaction.atomic
def remove_demonstration(club: Club, *, by: User) -> None:
    """Delete the demonstration club and every row of it, and no other row.

    Raises ``PermissionError`` unless ``by`` is the site's owner, ``ValueError`` for a club without the mark, and
    ``DemonstrationInUseError``.
    """
    locked = _lock(club, by)
    # Whoever is writing in the club comes first, so that nothing is left behind that refers to it.
    for written in WRITTEN_BY_OTHERS:
        busy = written._default_manager.filter(**{CLUB_OF[written]: locked}).order_by("pk")
        list(busy.select_for_update(of=("self",)).values_list("pk", flat=True))
    if is_in_use(locked):
        raise DemonstrationInUseError
    for model, path in CLUB_OF.items():
        if model is LogEntry:
            _delete_log(locked)
            continue
        rows = model._default_manager.filter(**{path: locked.pk})
        # Without cascades: a row elsewhere that refers to one of these must stop the removal.
        rows._raw_delete(rows.db)


@transaction.atomic
def hide_demonstration(club: Club, *, by: User) -> None:
    """Show the demonstration club to its members alone. Raises what ``remove_demonstration`` raises for others."""
    locked = _lock(club, by)
    change_club(locked, {"is_public": False}, by=by, key=new_key())


def _lock(club: Club, by: User) -> Club:
    if not by.is_superuser:
        raise PermissionError
    locked = Club.objects.select_for_update().get(pk=club.pk)
    if not locked.is_demonstration:
        raise ValueError(locked)
    return locked


def _delete_log(club: Club) -> None:
    """Delete the club's entries. The guard goes on refusing the deletion of any other entry."""
    entries = LogEntry.objects.filter(club=club)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT set_config('ecarte.removed_club', %s, true)", [str(club.pk)])
            entries._raw_delete(entries.db)
            cursor.execute("SELECT set_config('ecarte.removed_club', '', true)")
            return
        cursor.execute("SELECT sql FROM sqlite_master WHERE name = %s", [SQLITE_GUARD])
        (guard,) = cursor.fetchone()
        narrow = guard.replace(" BEGIN", f" WHEN OLD.club_id <> {int(club.pk)} BEGIN", 1)
        cursor.execute(f"DROP TRIGGER {SQLITE_GUARD}")
        cursor.execute(narrow)
        entries._raw_delete(entries.db)
        cursor.execute(f"DROP TRIGGER {SQLITE_GUARD}")
        cursor.execute(guard)
