"""Tie-breaks, which order players who are level in a table: each is a pure function of their results.

Names and definitions are those of FIDE's Tie-Break Regulations (Handbook C.07, in force since September
2023), as far as FIDE has them; differences are stated with each. A higher value is always better. Scores are
in half points (*halves*), as in ``state``.

Rounds that were not played at a table count as follows in the Buchholz variants and in Sonneborn-Berger:

- If all meet all (round robin, league), a walkover counts as if it had been played, and a bye is no round: all
  players have the same number of byes.
- In a Swiss stage each round in which a player did not play (bye, walkover for or against, absence) counts as a
  meeting with an opponent who ends with the player's own score: FIDE's *dummy opponent*. An opponent's own
  unplayed rounds count in the opponent's score as they do in the table. FIDE differs twice: it counts the last
  rounds of a player who went home as drawn, and in the cut it leaves out first a round that the player chose to
  miss. Neither is done here.
- A Swiss stage played by Berger tables is treated like any Swiss stage: its rounds need not bring all players
  together, and the meaning of a table must not depend on how its rounds were paired.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from matches.rules.events.facts import PlayerId
from matches.rules.events.plan import TieBreak
from matches.rules.events.state import Pair

Share: TypeAlias = Literal[0, 1, 2]
"""The halves of an opponent's score that a result brings in Sonneborn-Berger: 2 won, 1 nobody won, 0 lost."""


class Meeting(NamedTuple):
    """One decided pairing, seen from one player's side.

    ``round`` is the number of the round, ``opponent`` the other player, or None for a bye of any kind. ``games`` and
    ``points`` are the numbers that the player won and lost. ``is_played`` is False for a bye and a walkover.

    It is a named tuple because 500 players have thousands of them, and a frozen dataclass takes four times as
    long to create.
    """

    round: int
    opponent: PlayerId | None
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
    """A player's results in a stage.

    ``halves`` is the score in half points, ``missed`` the number of rounds without a pairing, and ``lot`` the number
    drawn for the player, from 1.
    """

    player: PlayerId
    halves: int
    meetings: tuple[Meeting, ...]
    missed: int
    lot: int


@dataclass(frozen=True, slots=True)
class Records:
    """The results of all players of a table, and the rounds with a decided pairing, in order.

    ``all_meet`` is True in a round robin or league. A walkover then counts as a meeting.
    """

    by_player: Mapping[PlayerId, Record]
    rounds: tuple[int, ...]
    all_meet: bool

    def is_meeting(self, meeting: Meeting) -> bool:
        """Return whether tie-breaks use the opponent's own score for a meeting.

        For a bye, and for a walkover in a Swiss stage, they use a dummy's.
        """
        return meeting.opponent is not None and (meeting.is_played or self.all_meet)


def direct_encounter(records: Records, level: Sequence[PlayerId]) -> dict[PlayerId, int]:
    """Return the score, in halves, of each player in ``level`` from the meetings among these players.

    Both legs of a double round robin count. If not all of the players have met each other, all values are 0.
    The rule is FIDE's article 6, with two simplifications: a player whom nobody could overtake is not a
    special case, and players who stay level are not compared a second time.
    """
    among = frozenset(level)
    others = len(level) - 1
    values: dict[PlayerId, int] = {}
    for player in level:
        meetings = records.by_player[player].meetings
        mutual = [
            meeting for meeting in meetings if meeting.opponent in among and records.is_meeting(meeting)
        ]
        if len({meeting.opponent for meeting in mutual}) < others:
            return dict.fromkeys(level, 0)
        values[player] = sum(meeting.halves for meeting in mutual)
    return values


def wins(_records: Records, record: Record) -> int:
    """Return the number of rubbers won at the table, without walkovers and byes (FIDE 7.2)."""
    return sum(meeting.is_won and meeting.is_played for meeting in record.meetings)


def buchholz(records: Records, record: Record) -> int:
    """Return the sum of the opponents' scores, in halves (FIDE 8.1)."""
    return sum(_opponents_halves(records, record))


def buchholz_cut_1(records: Records, record: Record) -> int:
    """Return the sum of the opponents' scores without the lowest one, in halves (FIDE 14.1)."""
    halves = _opponents_halves(records, record)
    return sum(halves) - min(halves, default=0)


def buchholz_median(records: Records, record: Record) -> int:
    """Return the sum of opponents' scores without lowest and highest, in halves (FIDE 14.3); 0 for two or fewer."""
    return sum(sorted(_opponents_halves(records, record))[1:-1])


def _opponents_halves(records: Records, record: Record) -> list[int]:
    """Return the scores of a player's opponents, in halves.

    The player's own score stands in for a round without play, unless all players meet.
    """
    by_player, all_meet = records.by_player, records.all_meet
    if all_meet:
        return [
            by_player[meeting.opponent].halves for meeting in record.meetings if meeting.opponent is not None
        ]
    own = record.halves
    halves = [
        by_player[meeting.opponent].halves if meeting.is_played and meeting.opponent is not None else own
        for meeting in record.meetings
    ]
    return halves + [own] * record.missed


def sonneborn_berger(records: Records, record: Record) -> int:
    """Return the scores of opponents beaten, plus half of those met without a winner, in quarters (FIDE 9.1).

    A rubber won adds all of the opponent's score in the table, whatever the stage's ``score`` gives for a
    win. A bye for half a point brings half of the player's own score.
    """
    by_player, all_meet, own = records.by_player, records.all_meet, record.halves
    total = 0
    for meeting in record.meetings:
        if meeting.opponent is not None and (meeting.is_played or all_meet):
            total += meeting.share * by_player[meeting.opponent].halves
        elif not all_meet:
            total += meeting.share * own
    return total


def games_difference(_records: Records, record: Record) -> int:
    """Return the games won minus the games lost, in rubbers played at the table."""
    return sum(meeting.games[0] - meeting.games[1] for meeting in record.meetings)


def points_difference(_records: Records, record: Record) -> int:
    """Return the points won minus those lost, in rubbers played at the table. Unknown points count as none."""
    return sum(meeting.points[0] - meeting.points[1] for meeting in record.meetings)


def trebles(_records: Records, record: Record) -> int:
    """Return the number of games that the player won as trebles. Only recorded trebles count."""
    return sum(meeting.trebles for meeting in record.meetings)


def voles(_records: Records, record: Record) -> int:
    """Return the number of voles that the player won. Only recorded voles count."""
    return sum(meeting.voles for meeting in record.meetings)


def progressive(records: Records, record: Record) -> int:
    """Return the sum of the player's score after each round, in halves (FIDE 7.5). Early wins make it higher."""
    rounds = len(records.rounds)
    # A result is part of the score after its own round and after each later one.
    times_counted = {number: rounds - place for place, number in enumerate(records.rounds)}
    return sum(meeting.halves * times_counted[meeting.round] for meeting in record.meetings)


def lot(_records: Records, record: Record) -> int:
    """Return the number drawn for the player by lot. The highest is best."""
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
"""The tie-breaks that are computed for one player at a time, by name: all but ``direct_encounter``."""
