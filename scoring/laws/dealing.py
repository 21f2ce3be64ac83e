"""Laws 8 to 18: the packets, the number of cards, the turn-up, and the turn to deal."""

from __future__ import annotations

from typing import Final

from scoring.cards import HAND_SIZE, PLAYERS, Player, format_card
from scoring.deal_course import Course
from scoring.incidents import DEALERS_HAND, DEALT_WRONG, ELDERS_HAND
from scoring.laws.report import Report
from scoring.record import DEALER_TOKEN

_ELDERS_NUMBER_LAWS: Final = (DEALT_WRONG & ELDERS_HAND) | {9}
_DEALERS_NUMBER_LAWS: Final = (DEALT_WRONG & DEALERS_HAND) | {9}


def judge_packets(course: Course, order_kept: str | None, report: Report) -> None:
    """Report ``L08`` if the dealer dealt the packets in another order than ``order_kept``.

    ``order_kept`` is the order (``"3-2"``) that the same dealer used earlier in the game, or None if there is
    none.
    """
    if course.packets is None or order_kept is None or course.packets == order_kept:
        return
    if course.has_incident(8, 9):
        return
    report.add(
        "L08",
        "error",
        course.packets_token,
        dealer=course.dealer,
        order=course.packets,
        kept=order_kept,
    )


def judge_hand_sizes(course: Course, report: Report) -> None:
    """Report ``L09`` if a hand as dealt does not have five cards and no incident explains it."""
    for index, player in enumerate(PLAYERS):
        tally = course.stated[index]
        if tally is None or (count := tally.bit_count()) == HAND_SIZE:
            continue
        if not is_number_right(course, index):
            report.add("L09", "ruling", course.stated_tokens[index], player=player, count=count)


def is_number_right(course: Course, index: int) -> bool:
    """Return whether a hand on record has five cards, or an incident explains its size (laws 9, 15 to 18, 20, 21).

    ``index`` is 0 for A's hand, 1 for B's. A hand that is written in part is wrong only with more than five
    cards. An incident of law 9 with the remedy ``rectify`` explains nothing, because it leaves five cards.
    """
    tally = course.stated[index]
    if tally is None:
        return True
    size = tally.bit_count()
    if size == HAND_SIZE or (course.partial[index] and size < HAND_SIZE):
        return True
    laws = _ELDERS_NUMBER_LAWS if PLAYERS[index] == course.elder else _DEALERS_NUMBER_LAWS
    return any(noted.incident.law in laws and noted.remedy != "rectify" for noted in course.incidents)


def judge_turn_up(course: Course, report: Report) -> bool:
    """Report ``L10`` if the turned-up card is also in a hand. Return whether it is in neither hand."""
    turn_up = course.turn_up
    if turn_up is None:
        return True
    for index, player in enumerate(PLAYERS):
        stated, dealt = course.stated[index], course.dealt[index]
        if (stated is not None and stated >> turn_up & 1) or (dealt is not None and dealt >> turn_up & 1):
            if not course.has_incident(45):
                report.add("L10", "error", course.turn_up_token, card=format_card(turn_up), player=player)
            return False
    return True


def judge_turn_to_deal(course: Course, rightful: Player | None, report: Report) -> bool:
    """Report ``L14`` if the deal is out of turn and no incident of law 14 explains the wrong dealer.

    Return True if the deal is in turn.
    """
    if rightful is None or course.dealer == rightful or course.has_incident(14):
        return True
    report.add("L14", "error", DEALER_TOKEN, dealer=course.dealer, rightful=rightful)
    return False


def next_dealer(course: Course, rightful: Player | None) -> Player | None:
    """Return the player who deals after this deal, or None if unknown.

    The elder hand of this deal deals next. After a void deal the same dealer deals again. If law 14 voided
    the deal, the next dealer is ``rightful``, the player whose turn it was, or None if that player is
    unknown.
    """
    if not course.void:
        return course.elder
    if any(noted.incident.law == 14 and noted.remedy != "stand" for noted in course.incidents):
        return rightful
    return course.dealer
