"""Laws 46 to 51: check the outcome of a deal and the running score, and find the cause of a wrong score."""

from __future__ import annotations

from scoring.cards import HAND_SIZE, seat
from scoring.checked import Mark
from scoring.deal_course import Course
from scoring.laws.report import Report
from scoring.marks import GAME_POINTS, MAJORITY_OF_TRICKS, DealMarks, tricks_won
from scoring.record import Pair
from scoring.variants import point_taken_by
from scoring.variants.worth import POINT_POINTS


def judge_outcome(course: Course, report: Report) -> None:
    """Report ``L48`` if the outcome on record is impossible after the tricks played, or after the point was taken."""
    outcome = course.outcome
    if outcome is None:
        return
    taker = point_taken_by(course)
    if taker is not None and (outcome.player != taker or outcome.tricks is not None):
        report.add("L48", "error", course.outcome_token, "point_taken", player=taker)
        return
    if not course.tricks or course.is_abandoned:
        return
    won = course.tricks_won
    left = HAND_SIZE - won[0] - won[1]
    own_tricks = won[seat(outcome.player)]
    wanted = outcome.tricks
    possible = (
        own_tricks + left >= MAJORITY_OF_TRICKS
        if wanted is None
        else own_tricks <= wanted <= own_tricks + left
    )
    if not possible:
        report.add(
            "L48",
            "error",
            course.outcome_token,
            "played_out" if left == 0 else "shown",
            player=outcome.player,
            wanted=MAJORITY_OF_TRICKS if wanted is None else wanted,
            won=own_tricks,
            left=left,
        )


def judge_stated_score(course: Course, marks: DealMarks, report: Report) -> None:
    """Report ``L50`` if the score that the scorer wrote is lower than the score by the laws, ``L51`` if it is
    higher.
    """
    stated, due = marks.stated, marks.due
    if stated is None or due is None or stated == due:
        return
    token = course.scores[-1][1]
    differences = stated[0] - due[0], stated[1] - due[1]
    cause = _find_cause(course, marks.marks_due, differences)
    code, severity = ("L51", "error") if max(differences) > 0 else ("L50", "warning")
    report.add(
        code,
        "error" if severity == "error" else "warning",
        token,
        cause=cause,
        stated=f"{stated[0]}-{stated[1]}",
        due=f"{due[0]}-{due[1]}",
    )


def note_figures_above_five(course: Course, report: Report) -> None:
    for stated, token in course.scores:
        if max(stated) > GAME_POINTS:
            report.add("E05", "note", token, "above_five", stated=f"{stated[0]}-{stated[1]}")
            return


def _find_cause(course: Course, marks: tuple[Mark, ...], differences: Pair) -> int | None:
    """Return the law that alone explains the difference (47, 48 or 49), or None if no law or several do."""
    if differences[0] and differences[1]:
        return 49 if _is_refusal_ignored(course, marks, differences) else None
    player = "A" if differences[0] else "B"
    difference = differences[0] or differences[1]
    mine = [mark for mark in marks if mark.player == player]
    causes = set()
    for mark in mine:
        if mark.law == 47 and difference == -1:
            causes.add(47)
        elif mark.law == 48 and difference in (-mark.points, -1):
            causes.add(48)
        elif mark.law == 49 and difference == -1:
            causes.add(49)
        elif mark.law == 49 and difference == -mark.points:
            causes.add(48)
    point = next((mark for mark in mine if mark.law == 48 and mark.points == 1), None)
    if difference == 1 and point is not None and _was_given(course):
        causes.add(49)
    return causes.pop() if len(causes) == 1 else None


def _is_refusal_ignored(course: Course, marks: tuple[Mark, ...], differences: Pair) -> bool:
    """Return whether the scorer gave the point of La Triomphe to a player who won the tricks after refusing it
    (law 49).

    By the laws that player has to pay instead.
    """
    won = tricks_won(course)
    paid = next((mark for mark in marks if mark.law == 49), None)
    if won is None or paid is None or paid.player == won.winner:
        return False
    return differences[seat(won.winner)] == POINT_POINTS and differences[seat(paid.player)] == -paid.points


def _was_given(course: Course) -> bool:
    """Return whether the first proposal was accepted, so that the point counts one whatever follows (law 49)."""
    return course.letters.startswith("PG") and len(course.letters) > 2
