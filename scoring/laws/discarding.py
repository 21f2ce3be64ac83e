"""Laws 26 to 38: proposals, answers, and the cards put out and taken."""

from __future__ import annotations

from scoring.cards import HAND_SIZE
from scoring.course import HAND_ALTERING_LAWS, Course
from scoring.laws.report import Report

PACK_SIZE = 32


def judge_calls(course: Course, report: Report) -> None:
    """``L26`` and ``L27`` for calls taken back or out of place, ``L37`` for a refusal that is barred."""
    previous = ""
    for call in course.calls:
        letter = call.letter
        if call.cards_played:
            report.add("L26", "error", call.token, "after_card", call=letter)
            return
        if letter in "PS":
            if previous == "P":
                report.add("L26", "error", call.token, "taken_back", call=letter, player=course.elder)
                return
            if previous == "S" or (previous == "R" and letter == "P"):
                report.add("L26", "error", call.token, "settled", call=letter, player=course.elder)
                return
        elif previous == "":
            report.add("L27", "error", call.token, "unasked", call=letter, player=course.dealer)
            return
        elif previous != "P":
            variant = "unasked" if previous == "S" else "taken_back"
            report.add("L27", "error", call.token, variant, call=letter, player=course.dealer)
            return
        elif letter == "R" and _turned_up_after_giving(course, call.token):
            report.add("L37", "error", call.token, player=course.dealer)
            return
        previous = letter


def _turned_up_after_giving(course: Course, token: int) -> bool:
    return any(noted.incident.law == 37 and noted.token < token for noted in course.incidents)


def judge_exchanges(course: Course, report: Report) -> bool:
    """``L26``, ``L27``, ``L38`` for what was put out and taken. True where the exchanges hold together.

    Not judged where an incident changed the number of cards in play.
    """
    if not course.swaps:
        return True
    if any(noted.incident.law in HAND_ALTERING_LAWS for noted in course.incidents):
        return True
    stock = PACK_SIZE - 1
    for tally in course.stated:
        stock -= HAND_SIZE if tally is None or tally.bit_count() < HAND_SIZE else tally.bit_count()
    for swap in course.swaps:
        if swap.give < 0:
            report.add("L26", "error", swap.token, "no_giving")
            return False
        is_elder = swap.player == course.elder
        code = "L26" if is_elder else "L27"
        if swap.number > HAND_SIZE or (is_elder and swap.number == 0):
            report.add(code, "error", swap.token, "number", player=swap.player, count=swap.number)
            return False
        if swap.taken is not None and swap.taken.bit_count() != swap.number:
            report.add(
                code,
                "error",
                swap.token,
                "taken",
                player=swap.player,
                count=swap.number,
                taken=swap.taken.bit_count(),
            )
            return False
        if swap.number > stock:
            report.add("L38", "error", swap.token, player=swap.player, count=swap.number, stock=stock)
            return False
        stock -= swap.number
    return True
