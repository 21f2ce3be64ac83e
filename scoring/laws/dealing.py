"""Laws 8 to 18: the packets, the number of cards, the turn-up, and whose deal it is."""

from __future__ import annotations

from typing import Final

from scoring.cards import HAND_SIZE, PLAYERS, Player, format_card
from scoring.course import Course
from scoring.incidents import DEALERS_HAND, DEALT_WRONG, ELDERS_HAND
from scoring.laws.report import Report
from scoring.record import DEALER_TOKEN

_ELDERS_NUMBER_LAWS: Final = (DEALT_WRONG & ELDERS_HAND) | {9}
_DEALERS_NUMBER_LAWS: Final = (DEALT_WRONG & DEALERS_HAND) | {9}


def judge_packets(course: Course, order_kept: str | None, report: Report) -> None:
    """``L08``: a dealer gives his packets in another order than earlier in the game."""
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
    """``L09``: a hand as dealt of more or less than five, and no incident that accounts for it."""
    for index, player in enumerate(PLAYERS):
        tally = course.stated[index]
        if tally is None or (count := tally.bit_count()) == HAND_SIZE:
            continue
        if not is_number_right(course, index):
            report.add("L09", "ruling", course.stated_tokens[index], player=player, count=count)


def is_number_right(course: Course, index: int) -> bool:
    """Whether the hand as written has five cards, or an incident accounts for its number (laws 9, 15 to 18, 20, 21).

    Of a hand known in part only more than five are wrong. Law 9 rectified leaves five.
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
    """``L10``: the turned-up card is also in a hand. True where it is in neither."""
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
    """``L14``: the deal does not alternate, and no incident of law 14 accounts for it. True where it is in turn."""
    if rightful is None or course.dealer == rightful or course.has_incident(14):
        return True
    report.add("L14", "error", DEALER_TOKEN, dealer=course.dealer, rightful=rightful)
    return False


def next_dealer(course: Course, rightful: Player | None) -> Player | None:
    """Who deals next: the other player, but after a void deal the same one, or the rightful one (law 14).

    None where law 14 voided the deal and the record does not tell who was to deal: the pack may be what was wrong.
    """
    if not course.void:
        return course.elder
    if any(noted.incident.law == 14 and noted.remedy != "stand" for noted in course.incidents):
        return rightful
    return course.dealer
