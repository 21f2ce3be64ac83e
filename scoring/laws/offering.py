"""Laws 26 and 27 at La Triomphe: an offer of the point stands, and so does its answer; one is made in a deal."""

from __future__ import annotations

from scoring.cards import Player, adversary, format_card
from scoring.course import Course
from scoring.laws.report import Report
from scoring.variants import point_taken_by
from scoring.variants.triomphe import BOTH_PLAY, offered_by


def judge_offers(course: Course, report: Report) -> bool:
    """``L26`` for an offer taken back, out of place, or played on after it was taken, ``L27`` for such an answer.

    True where the calls stand.
    """
    before = ""
    for call in course.calls:
        letter = call.letter
        if call.cards_played:
            report.add("L26", "error", call.token, "after_card", call=letter)
            return False
        if call.is_conditional:
            report.add("L26", "error", call.token, "no_exchange")
            return False
        slip = _slip(before, letter)
        if slip is not None:
            code, variant = slip
            report.add(
                code, "error", call.token, variant, call=letter, player=_speaker(before, course.dealer)
            )
            return False
        before += letter
    return _judge_cards_after_taking(course, report)


def _slip(before: str, letter: str) -> tuple[str, str] | None:
    """What is wrong with a call after those ``before``: code and variant."""
    last = before[-1:]
    if letter in "PS":
        if last == "P":
            return "L26", "offer_taken_back"
        return ("L26", "offer_settled") if before == BOTH_PLAY or last in ("G", "R") else None
    if last == "P":
        return None
    return ("L27", "taken_back") if last in ("G", "R") else ("L27", "no_offer")


def _speaker(before: str, dealer: Player) -> Player:
    """Who made the offer that stands, or gave the answer; the elder hand where there is neither."""
    offerer = offered_by(before, dealer)
    if offerer is None:
        return adversary(dealer)
    return offerer if before.endswith("P") else adversary(offerer)


def _judge_cards_after_taking(course: Course, report: Report) -> bool:
    """Cards that were taken up for a replay were played as well."""
    taker = point_taken_by(course)
    if taker is None:
        return True
    first = next((trick for play in (*course.replayed, course.tricks) for trick in play), None)
    if first is None:
        return True
    card = "--" if first.lead is None else format_card(first.lead)
    report.add("L26", "error", first.token, "played_after_taking", player=taker, card=card)
    return False
