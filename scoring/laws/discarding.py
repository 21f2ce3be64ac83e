"""Laws 26 to 38: proposals, answers, and the cards put out and taken."""

from __future__ import annotations

from scoring.cards import CARD_BY_NAME, HAND_SIZE
from scoring.course import HAND_ALTERING_LAWS, Course
from scoring.laws.report import Report

PACK_SIZE = 32


def judge_calls(course: Course, report: Report) -> bool:
    """``L26`` and ``L27`` for calls taken back or out of place, ``L37`` for a refusal that is barred.

    True where the calls stand.
    """
    previous = ""
    for call in course.calls:
        letter = call.letter
        if call.cards_played:
            report.add("L26", "error", call.token, "after_card", call=letter)
            return False
        if letter in "PS":
            if previous == "P":
                report.add("L26", "error", call.token, "taken_back", call=letter, player=course.elder)
                return False
            if previous == "S" or (previous == "R" and letter == "P"):
                report.add("L26", "error", call.token, "settled", call=letter, player=course.elder)
                return False
        elif previous == "":
            report.add("L27", "error", call.token, "unasked", call=letter, player=course.dealer)
            return False
        elif previous != "P":
            variant = "unasked" if previous == "S" else "taken_back"
            report.add("L27", "error", call.token, variant, call=letter, player=course.dealer)
            return False
        elif letter == "R" and _turned_up_after_giving(course, call.token):
            report.add("L37", "error", call.token, player=course.dealer)
            return False
        previous = letter
    return True


def _turned_up_after_giving(course: Course, token: int) -> bool:
    """Whether the dealer turned up a card since he last gave: it is the next discard that he can't refuse."""
    given = max((call.token for call in course.calls if call.letter == "G" and call.token < token), default=0)
    return any(noted.incident.law == 37 and given < noted.token < token for noted in course.incidents)


def judge_exchanges(course: Course, report: Report, *, calls_stand: bool) -> bool:
    """``L26``, ``L27``, ``L38`` for what was put out and taken. True where the exchanges hold together.

    Not judged where an incident changed the number of cards in play. ``calls_stand`` False: an exchange without
    an acceptance follows from the call that is wrong, and is not a slip of its own.
    """
    if not course.swaps:
        return True
    if course.has_incident(*HAND_ALTERING_LAWS):
        return True
    stock = PACK_SIZE - 1
    for tally in course.stated:
        stock -= HAND_SIZE if tally is None or tally.bit_count() < HAND_SIZE else tally.bit_count()
    for swap in course.swaps:
        if swap.give < 0:
            if calls_stand:
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
        stock_now = stock - _set_aside(course, swap.token)
        if swap.number > stock_now:
            report.add("L38", "error", swap.token, player=swap.player, count=swap.number, stock=stock_now)
            return False
        stock -= swap.number
    return True


def _set_aside(course: Course, token: int) -> int:
    """Cards put aside before ``token`` because they were faced, exposed or turned up (laws 35 to 37)."""
    return sum(
        len([fact for fact in noted.incident.facts if fact in CARD_BY_NAME])
        for noted in course.incidents
        if noted.token < token
        and (
            noted.incident.law == 35 or (noted.incident.law in (36, 37) and noted.incident.remedy == "aside")
        )
    )
