"""What parts those who are level in a table: every tie-break by name, a pure function of who met whom and how.

Names and definitions are those of FIDE's Tie-Break Regulations (Handbook C.07, in force since September 2023),
as far as they have the thing at all; differences are said with each. Everywhere more is better. Scores are in
halves, as in ``state``.

Rounds that were not played at a table, in Buchholz and its kin and in Sonneborn-Berger:

- Where everybody meets everybody (round robin, league) a walkover counts as if it had been played, and a bye
  is no round: all have as many of them.
- In a Swiss stage each round in which a player did not play (bye, walkover for or against him, away) counts as
  if he had met an adversary who ends with the player's own score: FIDE's *dummy opponent*. The adversary's own
  unplayed rounds count in his score as they stand in the table; FIDE counts the last rounds of one who went
  home as drawn, and in the cut leaves out first a round that the player chose to miss: neither is done here.
- A Swiss stage that is played by Berger tables is reckoned as any Swiss: the club planned one, its rounds need not
  bring everybody together, and a table is not to be read in another way for how its rounds were paired.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from matches.rules.events.facts import PlayerId
from matches.rules.events.plan import TieBreak
from matches.rules.events.state import Pair

Share: TypeAlias = Literal[0, 1, 2]
"""How much of an adversary's score a result brings, in halves: all of it for a rubber won."""


class Meeting(NamedTuple):
    """One decided pairing from a player's own side. ``adversary`` None: a bye, of any kind.

    A named tuple, as 500 players have thousands of them and a frozen dataclass takes four times as long to make.
    """

    round: int
    adversary: PlayerId | None
    halves: int
    share: Share
    is_won: bool
    is_lost: bool
    is_played: bool
    games: Pair
    points: Pair
    trebles: int
    voles: int


@dataclass(frozen=True, slots=True)
class Record:
    """What a player has done in a stage. ``meetings`` in the order of rounds; ``missed``: in how many rounds that
    others have begun to play he was not paired at all. ``lot``: the number drawn for him, from 1; all are
    different.
    """

    player: PlayerId
    halves: int
    meetings: tuple[Meeting, ...]
    missed: int
    lot: int


@dataclass(frozen=True, slots=True)
class Records:
    """All records of a table. ``rounds``: the numbers of those rounds in which something is decided, in order.

    ``all_meet``: everybody meets everybody, so that a walkover is a meeting.
    """

    by_player: Mapping[PlayerId, Record]
    rounds: tuple[int, ...]
    all_meet: bool

    def is_meeting(self, meeting: Meeting) -> bool:
        """Whether the adversary's own score counts for it."""
        return meeting.adversary is not None and (meeting.is_played or self.all_meet)


def direct_encounter(records: Records, level: Sequence[PlayerId]) -> dict[PlayerId, int]:
    """Halves scored against one another by those who are ``level`` so far; both legs of a double round robin.

    Decides nothing, 0 for all, unless each of them has met each (FIDE, article 6, without its case of one whom
    nobody could overtake, and without a second round among those whom it leaves level).
    """
    among = frozenset(level)
    others = len(level) - 1
    values: dict[PlayerId, int] = {}
    for player in level:
        meetings = records.by_player[player].meetings
        mutual = [
            meeting for meeting in meetings if meeting.adversary in among and records.is_meeting(meeting)
        ]
        if len({meeting.adversary for meeting in mutual}) < others:
            return dict.fromkeys(level, 0)
        values[player] = sum(meeting.halves for meeting in mutual)
    return values


def wins(_records: Records, record: Record) -> int:
    """Rubbers won at the table: walkovers and byes are none (FIDE 7.2, games won over the board)."""
    return sum(meeting.is_won and meeting.is_played for meeting in record.meetings)


def buchholz(records: Records, record: Record) -> int:
    """Sum of the adversaries' scores, in halves (FIDE 8.1)."""
    return sum(_adversaries_halves(records, record))


def buchholz_cut_1(records: Records, record: Record) -> int:
    """Buchholz without the lowest of the scores, in halves (FIDE 14.1)."""
    halves = _adversaries_halves(records, record)
    return sum(halves) - min(halves, default=0)


def buchholz_median(records: Records, record: Record) -> int:
    """Buchholz without the lowest and the highest of the scores, in halves; 0 of two or fewer (FIDE 14.3)."""
    return sum(sorted(_adversaries_halves(records, record))[1:-1])


def _adversaries_halves(records: Records, record: Record) -> list[int]:
    by_player, all_meet = records.by_player, records.all_meet
    if all_meet:
        return [
            by_player[meeting.adversary].halves
            for meeting in record.meetings
            if meeting.adversary is not None
        ]
    own = record.halves
    halves = [
        by_player[meeting.adversary].halves if meeting.is_played and meeting.adversary is not None else own
        for meeting in record.meetings
    ]
    return halves + [own] * record.missed


def sonneborn_berger(records: Records, record: Record) -> int:
    """Scores of those beaten and half of the scores of those met without a winner, in quarters (FIDE 9.1).

    By rubbers won, whatever the stage's score counts: there the score is that of the table, and a rubber won
    brings all of it. A bye for half a point is half of the player's own score.
    """
    by_player, all_meet, own = records.by_player, records.all_meet, record.halves
    total = 0
    for meeting in record.meetings:
        if meeting.adversary is not None and (meeting.is_played or all_meet):
            total += meeting.share * by_player[meeting.adversary].halves
        elif not all_meet:
            total += meeting.share * own
    return total


def games_difference(_records: Records, record: Record) -> int:
    """Games won less games lost, at the table."""
    return sum(meeting.games[0] - meeting.games[1] for meeting in record.meetings)


def points_difference(_records: Records, record: Record) -> int:
    """Stake points won less stake points lost, at the table; a rubber whose points are not known has none."""
    return sum(meeting.points[0] - meeting.points[1] for meeting in record.meetings)


def trebles(_records: Records, record: Record) -> int:
    """Games won as trebles, as far as they are on record."""
    return sum(meeting.trebles for meeting in record.meetings)


def voles(_records: Records, record: Record) -> int:
    """Voles won, as far as they are on record."""
    return sum(meeting.voles for meeting in record.meetings)


def progressive(records: Records, record: Record) -> int:
    """Sum of the score after each round, in halves (FIDE 7.5): who scored early has the more."""
    rounds = len(records.rounds)
    counted_from = {number: rounds - place for place, number in enumerate(records.rounds)}
    return sum(meeting.halves * counted_from[meeting.round] for meeting in record.meetings)


def lot(_records: Records, record: Record) -> int:
    """The number drawn for the player; the highest is best."""
    return record.lot


BY_PLAYER: Final[Mapping[TieBreak, Callable[[Records, Record], int]]] = {
    "wins": wins,
    "buchholz": buchholz,
    "buchholz_cut_1": buchholz_cut_1,
    "buchholz_median": buchholz_median,
    "sonneborn_berger": sonneborn_berger,
    "games_difference": games_difference,
    "points_difference": points_difference,
    "trebles": trebles,
    "voles": voles,
    "progressive": progressive,
    "lot": lot,
}
"""All but ``direct_encounter``, which is of those who are level and not of a player alone."""
