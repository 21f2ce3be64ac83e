"""Laws 26 and 27 at La Triomphe: an offer of the point is binding, and so is its answer; a deal has one offer.

A player makes the offer before the first lead, or the dealer after the first lead, before playing to it.
"""

from __future__ import annotations

from scoring.cards import Player, format_card, opponent
from scoring.checks import FIRST_CHECKS
from scoring.deal_course import CallMade, Course
from scoring.laws.report import Report
from scoring.variants import point_taken_by
from scoring.variants.triomphe import BEFORE_OFFER_IN_PLAY, BOTH_PLAY, is_after_lead, offered_by


def judge_offers(course: Course, report: Report) -> bool:
    """Report calls that the laws do not allow at La Triomphe. Return whether the calls are valid.

    The findings are ``L26`` for an offer that is taken back or out of place, or for cards played after the
    point was taken, and ``L27`` for an answer that is taken back or out of place.
    """
    before = ""
    offer: CallMade | None = None
    for call in course.calls:
        letter = call.letter
        if call.cards_played and not _is_in_play(call, offer, course.checks):
            report.add("L26", "error", call.token, "after_card", call=letter)
            return False
        if call.is_conditional:
            report.add("L26", "error", call.token, "no_exchange")
            return False
        if call.cards_played and before in BEFORE_OFFER_IN_PLAY:
            # The lead implies that the elder hand plays, and gives the dealer another opportunity.
            before = "S"
        if letter == "P":
            offer = call
        fault = _find_fault(before, letter)
        if fault is not None:
            code, variant = fault
            report.add(
                code, "error", call.token, variant, call=letter, player=_find_speaker(before, course.dealer)
            )
            return False
        before += letter
    return _judge_cards_after_taking(course, report)


def _is_in_play(call: CallMade, offer: CallMade | None, checks: int) -> bool:
    """Return whether a call is allowed after a card was played: an offer after the first lead, or its answer.

    ``offer`` is the last offer before the call. The first version of the checks allowed no call after a card.
    """
    if checks == FIRST_CHECKS or not is_after_lead(call):
        return False
    return call.letter == "P" or (call.letter in "GR" and offer is not None and is_after_lead(offer))


def _find_fault(before: str, letter: str) -> tuple[str, str] | None:
    """Return the code and variant of the finding against a call after the calls ``before``, or None if it is valid."""
    last = before[-1:]
    if letter in "PS":
        if last == "P":
            return "L26", "offer_taken_back"
        return ("L26", "offer_settled") if before == BOTH_PLAY or last in ("G", "R") else None
    if last == "P":
        return None
    return ("L27", "taken_back") if last in ("G", "R") else ("L27", "no_offer")


def _find_speaker(before: str, dealer: Player) -> Player:
    """Return the player who made the current offer or gave its answer; the elder hand if there is no offer."""
    offerer = offered_by(before, dealer)
    if offerer is None:
        return opponent(dealer)
    return offerer if before.endswith("P") else opponent(offerer)


def _judge_cards_after_taking(course: Course, report: Report) -> bool:
    """Report ``L26`` if a card was played after the point was taken. Return whether there is no such card.

    Cards that were taken up for a replay were played as well.
    """
    taker = point_taken_by(course)
    if taker is None:
        return True
    taken = course.calls[-1].token
    played = (
        (card, token)
        for play in (*course.replayed, course.tricks)
        for trick in play
        for card, token in ((trick.lead, trick.token), (trick.reply, trick.reply_token))
    )
    for card, token in played:
        if token is not None and token > taken:
            name = "--" if card is None else format_card(card)
            report.add("L26", "error", token, "played_after_taking", player=taker, card=name)
            return False
    return True
