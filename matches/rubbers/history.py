"""Read a rubber's log entries and the rubber as it was after any of them, and decide who may correct it."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet

from matches.clubs.roles import GRANTS, Grant, Powers
from matches.common.log import entry_of
from matches.models import LogEntry, Player, Rubber
from matches.rubbers.fold import fold_rubber
from matches.rubbers.projection import judged_state
from matches.rubbers.states import SETTLED, may_follow
from scoring.check import check_rubber
from scoring.notation import read_one


@dataclass(frozen=True, slots=True)
class RubberEntry:
    """A rubber as it was after one of its log entries, with the players' current rows and its text without names.

    ``checks`` is the version of the checks for the text.
    """

    entry: LogEntry
    player_a: Player
    player_b: Player
    egn: str
    checks: int


def rubber_history(rubber: Rubber) -> QuerySet[LogEntry]:
    """Return a rubber's log entries in order, with ``by`` and ``link`` loaded."""
    stream = f"rubber:{rubber.public_id}"
    return LogEntry.objects.filter(stream=stream).select_related("by", "link").order_by("version")


def rubber_then(rubber: Rubber, version: int) -> RubberEntry | None:
    """Return the rubber after the entry with this version, or None if there is no such entry.

    A player who has been removed since is a ``Player`` without a name, which is not stored.
    """
    rows = [row for row in rubber_history(rubber) if row.version <= version]
    if not rows or rows[-1].version != version:
        return None
    fold = fold_rubber([entry_of(row) for row in rows])
    rows_of_players = Player.objects.filter(public_id__in=(fold.a, fold.b)).select_related("merged_into")
    people = {player.public_id: player.merged_into or player for player in rows_of_players}
    player_a, player_b = (people.get(side) or Player(public_id=side) for side in (fold.a, fold.b))
    return RubberEntry(rows[-1], player_a, player_b, fold.egn, fold.checks)


def may_correct(powers: Powers, rubber: Rubber, version: int | None) -> bool:
    """Return whether a user may send a correction of ``rubber`` that is based on ``version``.

    They may if they could have corrected the rubber at that version. A correction of an earlier version is
    not applied, but stored as a conflict for a director.
    """
    if powers.can("correct_rubber", rubber):
        return True
    if version is None or GRANTS["correct_rubber"][powers.role] is not Grant.UNSETTLED:
        return False
    return _was_unsettled(rubber, version)


def _was_unsettled(rubber: Rubber, version: int) -> bool:
    """Return whether the rubber could be corrected and did not count at ``version``, if that is not the last."""
    if not 1 <= version < rubber.version:
        return False
    entries = [entry_of(row) for row in rubber_history(rubber)[:version]]
    now = fold_rubber(entries)
    state = judged_state(now.state, is_clean=check_rubber(read_one(now.egn)).is_clean)
    return state not in (*SETTLED, Rubber.State.VOID) and may_follow("rubber.corrected", state)
