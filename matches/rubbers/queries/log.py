"""The log, as people read it: a club's, and a rubber's own, with what was taken back of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Q, QuerySet

from matches.common.log import entry_of
from matches.models import Club, LogEntry, Player, Rubber
from matches.rubbers.fold import fold_rubber

UNDOING: Final = ("event.undone", "sitting.undone")


@dataclass(frozen=True, slots=True)
class RubberEntry:
    """A rubber as one entry left it: who played by then, under their names of now, and the nameless text.

    ``checks`` is the version of the checks that judges the text.
    """

    entry: LogEntry
    player_a: Player
    player_b: Player
    egn: str
    checks: int


def club_log(club: Club) -> QuerySet[LogEntry]:
    """All that stands in a club's log, the newest first, with who did it and by which table's link."""
    return LogEntry.objects.filter(club=club).select_related("by", "link").order_by("-pk")


def rubber_history(rubber: Rubber) -> QuerySet[LogEntry]:
    """A rubber's entries from the first to the last, with who did it."""
    stream = f"rubber:{rubber.public_id}"
    return LogEntry.objects.filter(stream=stream).select_related("by", "link").order_by("version")


def rubber_then(rubber: Rubber, version: int) -> RubberEntry | None:
    """The rubber as the entry of this number left it; None where there is none, or its players are gone."""
    rows = [row for row in rubber_history(rubber) if row.version <= version]
    if not rows or rows[-1].version != version:
        return None
    fold = fold_rubber([entry_of(row) for row in rows])
    found = Player.objects.filter(public_id__in=(fold.a, fold.b)).select_related("merged_into")
    people = {player.public_id: player.merged_into or player for player in found}
    if len(people) != 2:
        return None
    return RubberEntry(rows[-1], people[fold.a], people[fold.b], fold.egn, fold.checks)


def undone_by(entries: Sequence[LogEntry]) -> dict[int, int]:
    """Of those of ``entries`` that were taken back, by primary key: the number, in the same stream, of the one that
    did so.
    """
    streams = {entry.stream for entry in entries}
    undoing = LogEntry.objects.filter(Q(kind__in=UNDOING) | Q(payload__has_key="undoes"), stream__in=streams)
    found = {}
    for entry in undoing.order_by("pk"):
        version = entry.payload["version" if entry.kind in UNDOING else "undoes"]
        found[entry.stream, version] = entry.version
    return {
        entry.pk: found[entry.stream, entry.version]
        for entry in entries
        if (entry.stream, entry.version) in found
    }
