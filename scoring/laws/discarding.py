"""Laws 26 to 38: proposals, answers, and the cards put out and taken."""

from __future__ import annotations

from scoring.cards import HAND_SIZE, PLAYERS, Player, seat
from scoring.course import PACK_SIZE, Alteration, CallMade, Course, Swap
from scoring.effects import effect_of
from scoring.incidents import ELDERS_HAND, GIVEN_WRONG, TOO_MANY
from scoring.laws.dealing import is_number_right
from scoring.laws.report import Report
from scoring.variants import VARIATIONS


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
        elif previous == "G" and (conditional := _condition_before(course, call)) is not None:
            stock = stock_at(course, conditional.token)
            if stock is not None and stock >= 2 * HAND_SIZE:
                report.add("L27", "error", call.token, "condition_met", call=letter, player=course.dealer)
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


def _condition_before(course: Course, call: CallMade) -> CallMade | None:
    """The acceptance on condition (law 38) that the refusal ``call`` takes back, None where it takes back none."""
    before = course.calls[course.calls.index(call) - 1]
    return before if call.letter == "R" and before.is_conditional else None


def _turned_up_after_giving(course: Course, token: int) -> bool:
    """Whether the dealer turned up a card since he last gave: it is the next discard that he can't refuse."""
    given = max((call.token for call in course.calls if call.letter == "G" and call.token < token), default=0)
    return any(noted.incident.law == 37 and given < noted.token < token for noted in course.incidents)


def judge_exchanges(course: Course, report: Report, *, calls_stand: bool) -> bool:
    """``L26``, ``L27``, ``L38`` for what was put out and taken. True where the exchanges hold together.

    ``calls_stand`` False: an exchange without an acceptance follows from the call that is wrong, and is not a slip of
    its own.
    """
    if not course.swaps:
        return True
    if not VARIATIONS[course.variant].has_exchange:
        report.add("L26", "error", course.swaps[0].token, "no_exchange")
        return False
    stock = PACK_SIZE - 1 - sum(_number_dealt(course, index) for index in (0, 1))
    gone = _gone_from_stock(course) if course.incidents else []
    accounted = _exchanges_accounted_for(course) if course.incidents else {}
    may_find_nothing = course.has_incident(38)
    for position, swap in enumerate(course.swaps):
        if swap.give < 0:
            if calls_stand:
                report.add("L26", "error", swap.token, "no_giving")
            return False
        is_elder = swap.player == course.elder
        code = "L26" if is_elder else "L27"
        stock_before = stock
        while gone and gone[0][0] < swap.token:
            stock_before -= gone.pop(0)[1]
        # Law 38: the elder hand can't be served, where it was accepted with nothing left.
        finds_nothing = may_find_nothing and stock_before <= 0
        if swap.number > HAND_SIZE or (is_elder and swap.number == 0 and not finds_nothing):
            report.add(code, "error", swap.token, "number", player=swap.player, count=swap.number)
            return False
        given, is_accounted_for = _given(swap, accounted)
        if given != swap.number and not is_accounted_for:
            report.add(code, "error", swap.token, "taken", player=swap.player, count=swap.number, taken=given)
            return False
        # What is laid aside or completed before the next exchange comes from the same stock.
        until = course.swaps[position + 1].token if position + 1 < len(course.swaps) else None
        while gone and (until is None or gone[0][0] < until):
            stock_before -= gone.pop(0)[1]
        if given > stock_before:
            report.add(
                "L38", "error", swap.token, player=swap.player, count=given, stock=max(stock_before, 0)
            )
            return False
        stock = stock_before - given
    return True


def stock_at(course: Course, token: int) -> int | None:
    """How many cards the stock holds before the acceptance at ``token``; None where an exchange is not on record."""
    given = sum(call.letter == "G" for call in course.calls if call.token < token)
    if sum(swap.token < token for swap in course.swaps) < given * len(PLAYERS):
        return None
    stock = PACK_SIZE - 1 - sum(_number_dealt(course, index) for index in (0, 1))
    for swap in course.swaps:
        if swap.token < token:
            stock -= swap.number if swap.taken is None else swap.taken.bit_count()
    return stock - sum(count for at, count in _gone_from_stock(course) if at < token)


def _number_dealt(course: Course, index: int) -> int:
    """How many cards were dealt to a hand: those written, else five and what incidents drew from it or completed.

    A hand written with fewer than five, and no incident, is taken as one of which a card was left out.
    """
    tally = course.stated[index]
    if tally is not None and (tally.bit_count() >= HAND_SIZE or is_number_right(course, index)):
        return HAND_SIZE if course.partial[index] else tally.bit_count()
    number = HAND_SIZE
    for change in course.changes:
        if isinstance(change, Alteration) and seat(change.player) == index:
            number += (change.out or 0).bit_count() - (change.taken or 0).bit_count()
    return number


def _given(swap: Swap, accounted: dict[tuple[Player, bool], int]) -> tuple[int, bool]:
    """How many cards the stock gave at least, and whether another number than was put out is accounted for.

    The incident that accounts for it is used up.
    """
    given = swap.number if swap.taken is None else swap.taken.bit_count()
    key = swap.player, given > swap.number
    if swap.taken is None and swap.number and accounted.get(key):
        given -= 1
    if given == swap.number:
        return given, True
    if not accounted.get(key):
        return given, False
    accounted[key] -= 1
    return given, True


def _exchanges_accounted_for(course: Course) -> dict[tuple[Player, bool], int]:
    """How many exchanges of each player incidents account for, of more cards taken than put out (True) or fewer."""
    accounted: dict[tuple[Player, bool], int] = {}
    for noted in course.incidents:
        law = noted.incident.law
        if law in GIVEN_WRONG:
            player = course.elder if law in ELDERS_HAND else course.dealer
            key = player, law in TOO_MANY
            accounted[key] = accounted.get(key, 0) + 1
    return accounted


def _gone_from_stock(course: Course) -> list[tuple[int, int]]:
    """Tokens at which incidents took cards from the stock, and how many: laid aside (11, 35 to 37), or completed."""
    gone = []
    for noted in course.incidents:
        effect = effect_of(noted.incident, noted.remedy, course.dealer)
        count = (effect.taken or 0) if effect.player is not None else effect.aside & course.aside
        if count:
            gone.append((noted.token, count.bit_count()))
    return gone
