"""The one marks engine: deal to game to rubber, laws 42 and 46 to 50.

It knows how marks add up and which of them count, asks ``scoring.variants`` what tricks are worth, and knows nothing of
how a record is written or whether the laws were kept. Pairs are [A's, B's].
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final, NamedTuple

from scoring.cards import HAND_SIZE, PLAYERS, Player, adversary
from scoring.checked import Mark
from scoring.course import BEHIND_DEAL, Course, IncidentNoted
from scoring.incidents import facts_of
from scoring.record import Pair, Reckoning, Variant
from scoring.variants import VARIATIONS, is_refusal_lost, point_taken_by
from scoring.variants.worth import POINT_POINTS

GAME_POINTS: Final = 5
KING_POINTS: Final = 1
MAJORITY_OF_TRICKS: Final = 3
PENALISING_LAWS: Final = (25, 43)

_KING: Final[dict[Player, Mark]] = {"A": Mark("A", 47, KING_POINTS), "B": Mark("B", 47, KING_POINTS)}
_NOTHING: Final[tuple[Mark | None, ...]] = (None,)


class TricksWon(NamedTuple):
    """Who won the majority and how many; ``tricks`` None where neither cards nor scorer say."""

    winner: Player
    tricks: int | None
    token: int


class DealMarks(NamedTuple):
    """What a deal gives.

    ``score``: the score before it plus what the laws give, at most five each, None where that is not known.
    ``carried``: what the next deal starts from: the scorer's figure where he wrote one. ``stated``: his last
    figure, and ``due`` what the laws gave by then; ``marks_due`` are the marks behind ``due``.
    """

    marks: tuple[Mark, ...]
    score: Pair | None
    carried: Pair | None
    tricks: Pair | None
    stated: Pair | None
    due: Pair | None
    marks_due: tuple[Mark, ...]


def capped(score: Pair | None) -> Pair | None:
    """A figure above five is read as five (law 46)."""
    return None if score is None else (min(score[0], GAME_POINTS), min(score[1], GAME_POINTS))


def is_decided(score: Pair | None) -> bool:
    return score is not None and (score[0] >= GAME_POINTS or score[1] >= GAME_POINTS)


def add_marks(score: Pair, marks: Iterable[Mark]) -> tuple[Pair, tuple[Mark, ...]]:
    """The score after ``marks`` in their order, and those that count: none does after the fifth point (law 46)."""
    a, b = score
    counted = []
    for mark in marks:
        if a >= GAME_POINTS or b >= GAME_POINTS:
            break
        if mark.player == "A":
            a = min(a + mark.points, GAME_POINTS)
        else:
            b = min(b + mark.points, GAME_POINTS)
        counted.append(mark)
    return (a, b), tuple(counted)


def tricks_mark(winner: Player, tricks: int, vulnerable: str | None, variant: Variant = "ecarte") -> Mark:
    """What the majority of the tricks is worth (laws 48 and 49), by who is vulnerable.

    At La Triomphe the mark may be the adversary's of who won it.
    """
    return VARIATIONS[variant].tricks_mark(winner, tricks, vulnerable)


def king_mark(player: Player) -> Mark:
    """Law 47."""
    return _KING[player]


@cache
def _possible_marks(
    winner: Player, tricks: int | None, vulnerable: str | None, variant: Variant
) -> tuple[Mark, ...]:
    """What the tricks may be worth, the least first, where calls or tricks are not recorded."""
    found: dict[tuple[Player, int], Mark] = {}
    for against in ("none", adversary(winner), winner) if vulnerable is None else (vulnerable,):
        for number in (MAJORITY_OF_TRICKS, HAND_SIZE) if tricks is None else (tricks,):
            mark = tricks_mark(winner, number, against, variant)
            found.setdefault((mark.player, mark.points), mark)
    return tuple(found.values())


def _marks_of_tricks(course: Course, won: TricksWon) -> tuple[Mark | None, ...]:
    """What the deal's tricks may be worth, penalties taken off.

    A hand given up with tricks won gives the point, never the vole (law 42); a point that was taken is one, and who
    refused it has no vole once he has lost a trick.
    """
    tricks, vulnerable = won.tricks, course.vulnerable
    if tricks is None and (
        course.is_abandoned or point_taken_by(course) is not None or is_refusal_lost(course)
    ):
        tricks = MAJORITY_OF_TRICKS
    marks = _possible_marks(won.winner, tricks, vulnerable, course.variant)
    if not course.incidents:
        return marks
    offenders = penalised_players(course)
    return tuple(penalised(mark) if mark.player in offenders else mark for mark in marks)


def points_left_open(course: Course) -> tuple[Player, int] | None:
    """By how much the winner of the tricks may have marked too many, where the record leaves their worth open."""
    won = tricks_won(course)
    if won is None:
        return None
    worth = [0 if mark is None else mark.points for mark in _marks_of_tricks(course, won)]
    return (won.winner, max(worth) - min(worth)) if len(worth) > 1 else None


def penalised(mark: Mark | None) -> Mark | None:
    """What is left to an offender of laws 25 and 43: of the point nothing, of two points one."""
    if mark is None or mark.points == POINT_POINTS:
        return None
    return Mark(mark.player, 48, 1)


def penalised_players(course: Course) -> frozenset[str]:
    """Who is penalised in this deal: a false king or a revoke on which the adversary chose (laws 25, 43).

    A false king is not, where the adversary holds it.
    """
    return frozenset(
        noted.incident.player
        for noted in course.incidents
        if noted.incident.law in PENALISING_LAWS
        and noted.incident.player is not None
        and noted.remedy in ("stand", "replay")
        and not noted.situation.adversary_has_king
    )


def tricks_won(course: Course) -> TricksWon | None:
    """The tricks as the cards decide them, else as the scorer wrote; None where there is neither.

    A point that was taken is its taker's, and there are no tricks.
    """
    if course.void:
        return None
    taker = point_taken_by(course)
    if taker is not None:
        is_written = course.outcome is not None
        return TricksWon(taker, None, course.outcome_token if is_written else course.calls[-1].token)
    if not (course.incidents and course.is_abandoned):
        a, b = course.tricks_won
        if a + b == HAND_SIZE:
            token = course.outcome_token if course.outcome is not None else _last_card_token(course)
            return TricksWon("A" if a > b else "B", max(a, b), token)
    if course.outcome is not None:
        return TricksWon(course.outcome.player, course.outcome.tricks, course.outcome_token)
    return None


def _last_card_token(course: Course) -> int:
    last = course.tricks[-1]
    return last.token if last.reply_token is None else last.reply_token


class _Correction(NamedTuple):
    """What laws 50 and 51 put right in one deal.

    ``token``: figures before it are not those that stand. ``marked_at``: where each player's point or vole was marked
    that had been left out. ``points``: by how much the figures rise, [A's, B's]; None where the record does not tell.
    """

    token: int
    marked_at: dict[str, int]
    points: Pair | None


def _correction(course: Course, put_right: Sequence[IncidentNoted]) -> _Correction | None:
    """What puts this deal's score right: its own incidents, and those ``put_right`` of the deal behind it."""
    token = -1
    marked_at: dict[str, int] = {}
    rise: list[int] | None = [0, 0]
    own = ((noted, noted.token) for noted in course.incidents if not noted.is_of_last_deal)
    for noted, at in (*own, *((noted, BEHIND_DEAL) for noted in put_right)):
        incident = noted.incident
        if noted.remedy not in ("mark", "correct") or incident.law not in (50, 51):
            continue
        token = at
        facts = facts_of(incident)
        if incident.law == 50 and facts.words & {"point", "vole"}:
            marked_at.update((player, at) for player in PLAYERS if incident.player in (None, player))
        number = facts.numbers[0] if facts.numbers else KING_POINTS if "king" in facts.words else None
        if number is None or incident.player is None:
            rise = None
        elif rise is not None:
            rise[0 if incident.player == "A" else 1] += number if incident.law == 50 else -number
    if token < 0:
        return None
    return _Correction(token, marked_at, None if rise is None else (rise[0], rise[1]))


def _put_right(figure: Pair, points: Pair | None) -> Pair | None:
    if points is None:
        return None
    return capped((max(figure[0] + points[0], 0), max(figure[1] + points[1], 0)))


def mark_deal(
    course: Course,
    before: Pair | None,
    *,
    refused_kings: frozenset[int] = frozenset(),
    final: Pair | None = None,
    is_last: bool = True,
    put_right: Sequence[IncidentNoted] = (),
) -> DealMarks:
    """The marks of one deal from the score ``before`` it (None: not known).

    ``refused_kings`` are the tokens of kings that the laws do not let their player mark. ``final`` stands in
    for a figure that the scorer did not write: the game's final points, for its last deal (``is_last``).
    ``put_right`` are the incidents of the next deal that put this one's score right (laws 50, 51).
    A deal without an outcome, that no king decides, is judged by the scorer alone.
    """
    stated, stated_token = None, BEHIND_DEAL
    if course.scores:
        figures, stated_token = course.scores[-1]
        stated = capped(figures)
    correction = _correction(course, put_right) if course.incidents or put_right else None
    if correction is not None and stated is not None and stated_token < correction.token:
        # The figures before it are not those that stand.
        final = _put_right(stated, correction.points)
        stated, stated_token = None, BEHIND_DEAL
    if course.void:
        return DealMarks((), before, stated or before, None, stated, before, ())
    won = tricks_won(course)
    # When the tricks were marked.
    made_at = -1 if won is None else won.token
    if won is not None and correction is not None:
        made_at = max(made_at, correction.marked_at.get(won.winner, -1))
    kings = course.kings
    early: list[Mark] = []
    late: list[Mark] = []
    behind: list[Mark] = []
    marks_alone = not course.cards
    for king in kings:
        if king.token in refused_kings:
            continue
        mark = _KING[king.player]
        if king.token > stated_token:
            behind.append(mark)
        elif won is None or king.token < made_at or (marks_alone and not king.after_score):
            early.append(mark)
        else:
            late.append(mark)
    options = _NOTHING
    if won is not None:
        options = _marks_of_tricks(course, won)
    tricks = None
    if won is not None and won.tricks is not None:
        theirs = HAND_SIZE - won.tricks
        tricks = (won.tricks, theirs) if won.winner == "A" else (theirs, won.tricks)

    if before is None:
        marks = tuple(early) + ((options[0],) if len(options) == 1 and options[0] else ()) + tuple(late)
        carried = stated if stated is not None else final
        if carried is not None:
            carried, _ = add_marks(carried, behind)
        return DealMarks(marks, carried, carried, tricks, stated, None, ())

    judged_by = stated if stated is not None else final
    if won is None and not is_decided(add_marks(before, early)[0]):
        known = judged_by if judged_by is not None or not is_last else add_marks(before, early)[0]
        carried = None if known is None else add_marks(known, behind)[0]
        return DealMarks((*early, *behind), carried, carried, None, stated, None, ())
    chosen = _choose(before, early, options, late, judged_by)
    if chosen is None:
        return DealMarks((*early, *late), None, None, tricks, stated, None, ())
    due, marks_due = chosen
    if not behind:
        score, marks = due, marks_due
    else:
        score, added = add_marks(due, behind)
        marks = marks_due + added
    carried = score
    if stated is not None:
        carried = stated if not behind else add_marks(stated, behind)[0]
    return DealMarks(marks, score, carried, tricks, stated, due, marks_due)


def _choose(
    before: Pair,
    early: list[Mark],
    options: tuple[Mark | None, ...],
    late: list[Mark],
    judged_by: Pair | None,
) -> tuple[Pair, tuple[Mark, ...]] | None:
    """The option that the scorer's figure confirms, else the one nearest to it; None if it can't be told."""
    results = []
    for option in options:
        marks = early if option is None else [*early, option]
        results.append(add_marks(before, [*marks, *late] if late else marks))
    if all(result[0] == results[0][0] for result in results):
        return results[0]
    if judged_by is None:
        return None
    return min(
        results, key=lambda result: abs(result[0][0] - judged_by[0]) + abs(result[0][1] - judged_by[1])
    )


def game_winner(score: Pair | None) -> Player | None:
    """The player with five points (law 46); None where nobody, or both, have them."""
    if score is None:
        return None
    if score[0] >= GAME_POINTS > score[1]:
        return "A"
    if score[1] >= GAME_POINTS > score[0]:
        return "B"
    return None


def game_value(score: Pair, reckoning: Reckoning) -> int:
    """A game's value to its winner: under ``treble`` single, double or treble by the loser's points (law 46)."""
    if reckoning == "plain":
        return 1
    loser = min(score)
    if loser == 0:
        return 3
    return 2 if loser <= 2 else 1


def rubber_winner(games_won: Pair, majority: int) -> Player | None:
    """Who has the majority of the rubber's games (law 46)."""
    if games_won[0] >= majority:
        return "A"
    if games_won[1] >= majority:
        return "B"
    return None
