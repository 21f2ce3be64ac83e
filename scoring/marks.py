"""Compute the marks of a deal, the score of a game and the result of a rubber, by laws 42 and 46 to 50.

This module knows how marks add up and which marks count. ``scoring.variants`` gives the mark for tricks.
Neither the notation nor the checks are known here. Pairs are [A's, B's].
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final, NamedTuple

from scoring.cards import HAND_SIZE, PLAYERS, Player, opponent
from scoring.checked import Mark
from scoring.deal_course import BEHIND_DEAL, Course, IncidentNoted
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
    """The player who won the majority of the tricks, and the number of tricks won.

    ``tricks`` is None if neither the cards nor the scorer's outcome shows the number. ``token`` is the number
    of the token at which the tricks were marked.
    """

    winner: Player
    tricks: int | None
    token: int


class DealMarks(NamedTuple):
    """The marks of a deal and the score after the deal.

    - ``score``: the score before the deal plus the marks by the laws, at most five each; None if unknown.
    - ``carried``: the score from which the next deal starts: the scorer's figure if there is one, otherwise
      ``score``.
    - ``tricks``: the number of tricks that each player won, or None if unknown.
    - ``stated``: the last score that the scorer wrote, or None if there is none.
    - ``due``: the score by the laws at the token where the scorer wrote ``stated``.
    - ``marks_due``: the marks that lead from the score before the deal to ``due``.
    """

    marks: tuple[Mark, ...]
    score: Pair | None
    carried: Pair | None
    tricks: Pair | None
    stated: Pair | None
    due: Pair | None
    marks_due: tuple[Mark, ...]


def capped(score: Pair | None) -> Pair | None:
    """Return the score with any figure above five lowered to five (law 46), or None if ``score`` is None."""
    return None if score is None else (min(score[0], GAME_POINTS), min(score[1], GAME_POINTS))


def is_decided(score: Pair | None) -> bool:
    return score is not None and (score[0] >= GAME_POINTS or score[1] >= GAME_POINTS)


def add_marks(score: Pair, marks: Iterable[Mark]) -> tuple[Pair, tuple[Mark, ...]]:
    """Add ``marks`` to ``score`` in order. Return the new score and the marks that count.

    A mark does not count after a player has reached five points (law 46).
    """
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
    """Return the mark for winning ``tricks``, three to five (laws 48 and 49).

    ``vulnerable`` is the player against whom the point counts two, "none", or None. At La Triomphe the mark
    may belong to the opponent of ``winner``.
    """
    return VARIATIONS[variant].tricks_mark(winner, tricks, vulnerable)


def king_mark(player: Player) -> Mark:
    """Return the mark that ``player`` gets for the king (law 47)."""
    return _KING[player]


@cache
def _list_possible_marks(
    winner: Player, tricks: int | None, vulnerable: str | None, variant: Variant
) -> tuple[Mark, ...]:
    """Return the possible marks for the tricks, the smallest first: several if calls or tricks are not on record."""
    by_worth: dict[tuple[Player, int], Mark] = {}
    for against in ("none", opponent(winner), winner) if vulnerable is None else (vulnerable,):
        for number in (MAJORITY_OF_TRICKS, HAND_SIZE) if tricks is None else (tricks,):
            mark = tricks_mark(winner, number, against, variant)
            by_worth.setdefault((mark.player, mark.points), mark)
    return tuple(by_worth.values())


def _list_marks_of_tricks(course: Course, won: TricksWon) -> tuple[Mark | None, ...]:
    """Return the possible marks for the deal's tricks, after penalties; None stands for no mark.

    A hand given up with tricks won gives the point, never the vole (law 42). A point that was taken is one. A
    player who refused the point can't have the vole after losing a trick.
    """
    tricks, vulnerable = won.tricks, course.vulnerable
    if tricks is None and (
        course.is_abandoned or point_taken_by(course) is not None or is_refusal_lost(course)
    ):
        tricks = MAJORITY_OF_TRICKS
    marks = _list_possible_marks(won.winner, tricks, vulnerable, course.variant)
    if not course.incidents:
        return marks
    offenders = penalised_players(course)
    return tuple(penalised(mark) if mark.player in offenders else mark for mark in marks)


def points_left_open(course: Course) -> tuple[Player, int] | None:
    """Return the winner of the tricks, and how many points too many that player may have marked.

    Return None if the mark is certain. The mark is uncertain if calls or tricks are missing in the record.
    """
    won = tricks_won(course)
    if won is None:
        return None
    worth = [0 if mark is None else mark.points for mark in _list_marks_of_tricks(course, won)]
    return (won.winner, max(worth) - min(worth)) if len(worth) > 1 else None


def penalised(mark: Mark | None) -> Mark | None:
    """Return the mark that an offender against law 25 or 43 keeps.

    An offender who won one point keeps no mark (None). An offender who won two points keeps one.
    """
    if mark is None or mark.points == POINT_POINTS:
        return None
    return Mark(mark.player, 48, 1)


def penalised_players(course: Course) -> frozenset[str]:
    """Return the players who are penalised in this deal (laws 25 and 43).

    A player is penalised for announcing a king that they did not have, or for revoking, if the opponent
    chose the remedy. A falsely announced king has no penalty if the opponent has the king.
    """
    return frozenset(
        noted.incident.player
        for noted in course.incidents
        if noted.incident.law in PENALISING_LAWS
        and noted.incident.player is not None
        and noted.remedy in ("stand", "replay")
        and not noted.situation.opponent_has_king
    )


def tricks_won(course: Course) -> TricksWon | None:
    """Return the tricks that the majority winner won, by the cards played or by the scorer's outcome.

    The cards come first. Return None if neither is on record or the deal is void. If the point was taken when
    it was offered, the result names the player who took it, and its ``tricks`` is None.
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
            token = course.outcome_token if course.outcome is not None else _find_last_card_token(course)
            return TricksWon("A" if a > b else "B", max(a, b), token)
    if course.outcome is not None:
        return TricksWon(course.outcome.player, course.outcome.tricks, course.outcome_token)
    return None


def _find_last_card_token(course: Course) -> int:
    last = course.tricks[-1]
    return last.token if last.reply_token is None else last.reply_token


class _Correction(NamedTuple):
    """The correction of one deal's score by incidents of laws 50 and 51.

    - ``token``: figures written before this token no longer stand.
    - ``marked_at``: the token at which each player marked a point or vole that they had left out.
    - ``points``: by how much the figures rise, [A's, B's]; None if unknown.
    """

    token: int
    marked_at: dict[str, int]
    points: Pair | None


def _find_correction(course: Course, corrections: Sequence[IncidentNoted]) -> _Correction | None:
    """Return the correction of the deal's score by incidents, or None. ``corrections`` are those of later deals."""
    token = -1
    marked_at: dict[str, int] = {}
    rise: list[int] | None = [0, 0]
    own = ((noted, noted.token) for noted in course.incidents if not noted.is_of_last_deal)
    for noted, at in (*own, *((noted, BEHIND_DEAL) for noted in corrections)):
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


def _correct_score(figure: Pair, points: Pair | None) -> Pair | None:
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
    corrections: Sequence[IncidentNoted] = (),
) -> DealMarks:
    """Return the marks of one deal that starts from the score ``before`` (None if unknown).

    - ``refused_kings``: the token numbers of king marks that the laws do not allow.
    - ``final``: the game's final points, for the last deal of a game (``is_last``). They are used if the
      scorer wrote no score after the deal.
    - ``corrections``: the incidents of later deals that correct this deal's score (laws 50 and 51).

    If a deal has no outcome and no king decides the game, the score that the scorer wrote, if any, is the
    score after the deal.
    """
    stated, stated_token = None, BEHIND_DEAL
    if course.scores:
        figures, stated_token = course.scores[-1]
        stated = capped(figures)
    correction = _find_correction(course, corrections) if course.incidents or corrections else None
    if correction is not None and stated is not None and stated_token < correction.token:
        # Figures written before the correction no longer stand.
        final = _correct_score(stated, correction.points)
        stated, stated_token = None, BEHIND_DEAL
    if course.void:
        return DealMarks((), before, stated or before, None, stated, before, ())
    won = tricks_won(course)
    # The token at which the tricks were marked.
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
        options = _list_marks_of_tricks(course, won)
    tricks = None
    if won is not None and won.tricks is not None:
        other_tricks = HAND_SIZE - won.tricks
        tricks = (won.tricks, other_tricks) if won.winner == "A" else (other_tricks, won.tricks)

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
    chosen = _choose_option(before, early, options, late, judged_by)
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


def _choose_option(
    before: Pair,
    early: list[Mark],
    options: tuple[Mark | None, ...],
    late: list[Mark],
    judged_by: Pair | None,
) -> tuple[Pair, tuple[Mark, ...]] | None:
    """Return the score and marks of the option nearest to the scorer's figure ``judged_by``.

    Return None if the options differ and there is no such figure. ``early`` and ``late`` are the marks before and
    after the option's.
    """
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
    """Return the player with five points (law 46), or None if neither or both have them."""
    if score is None:
        return None
    if score[0] >= GAME_POINTS > score[1]:
        return "A"
    if score[1] >= GAME_POINTS > score[0]:
        return "B"
    return None


def game_value(score: Pair, reckoning: Reckoning) -> int:
    """Return how many points a game is worth in the rubber.

    Under the reckoning ``plain`` that is one. Under ``treble`` it is three if the loser has no point, two if
    one or two, otherwise one (law 46).
    """
    if reckoning == "plain":
        return 1
    loser = min(score)
    if loser == 0:
        return 3
    return 2 if loser <= 2 else 1


def rubber_winner(games_won: Pair, majority: int) -> Player | None:
    """Return the player who has won at least ``majority`` games of the rubber (law 46), or None."""
    if games_won[0] >= majority:
        return "A"
    if games_won[1] >= majority:
        return "B"
    return None
