"""Laws 26 to 38: proposals, answers, and the exchanges of cards."""

from __future__ import annotations

from scoring.cards import HAND_SIZE, PLAYERS, Player, seat
from scoring.deal_course import PACK_SIZE, Alteration, CallMade, Course, Swap
from scoring.effects import effect_of
from scoring.incidents import ELDERS_HAND, GIVEN_WRONG, TOO_MANY
from scoring.laws.dealing import is_number_right
from scoring.laws.report import Report
from scoring.variants import VARIATIONS


def judge_calls(course: Course, report: Report) -> bool:
    """Report calls that the laws do not allow. Return whether all calls are valid.

    The findings are ``L26`` and ``L27`` for a call taken back or out of place, and ``L37`` for a refusal
    after the dealer turned up a card in giving.
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
        elif previous == "G" and (conditional := _find_condition(course, call)) is not None:
            stock = stock_at(course, conditional.token)
            if stock is not None and stock >= 2 * HAND_SIZE:
                report.add("L27", "error", call.token, "condition_met", call=letter, player=course.dealer)
                return False
        elif previous != "P":
            variant = "unasked" if previous == "S" else "taken_back"
            report.add("L27", "error", call.token, variant, call=letter, player=course.dealer)
            return False
        elif letter == "R" and _has_turned_up_after_giving(course, call.token):
            report.add("L37", "error", call.token, player=course.dealer)
            return False
        previous = letter
    return True


def _find_condition(course: Course, call: CallMade) -> CallMade | None:
    """Return the conditional acceptance (law 38) that the refusal ``call`` follows, or None."""
    before = course.calls[course.calls.index(call) - 1]
    return before if call.letter == "R" and before.is_conditional else None


def _has_turned_up_after_giving(course: Course, token: int) -> bool:
    """Return whether the dealer turned up a card since last giving cards, and so can't refuse the next discard."""
    given = max((call.token for call in course.calls if call.letter == "G" and call.token < token), default=0)
    return any(noted.incident.law == 37 and given < noted.token < token for noted in course.incidents)


def judge_exchanges(course: Course, report: Report, *, calls_stand: bool) -> bool:
    """Report ``L26``, ``L27`` or ``L38`` for a wrong number of cards discarded or drawn.

    Return whether the exchanges are consistent. ``calls_stand`` is whether the calls are valid. If they are
    not, an exchange without an acceptance is not reported, because the wrong call caused it.
    """
    if not course.swaps:
        return True
    if not VARIATIONS[course.variant].has_exchange:
        report.add("L26", "error", course.swaps[0].token, "no_exchange")
        return False
    stock = PACK_SIZE - 1 - sum(_count_dealt(course, index) for index in (0, 1))
    losses = _list_stock_losses(course) if course.incidents else []
    explained = _count_explained_exchanges(course) if course.incidents else {}
    may_be_empty = course.has_incident(38)
    for position, swap in enumerate(course.swaps):
        if swap.give < 0:
            if calls_stand:
                report.add("L26", "error", swap.token, "no_giving")
            return False
        is_elder = swap.player == course.elder
        code = "L26" if is_elder else "L27"
        stock_before = stock
        while losses and losses[0][0] < swap.token:
            stock_before -= losses.pop(0)[1]
        # Law 38: the elder hand gets no card if it was accepted with nothing left.
        is_stock_empty = may_be_empty and stock_before <= 0
        if swap.number > HAND_SIZE or (is_elder and swap.number == 0 and not is_stock_empty):
            report.add(code, "error", swap.token, "number", player=swap.player, count=swap.number)
            return False
        given, is_explained = _count_given(swap, explained)
        if given != swap.number and not is_explained:
            report.add(code, "error", swap.token, "taken", player=swap.player, count=swap.number, taken=given)
            return False
        # Cards laid aside or completed before the next exchange come from the same stock.
        until = course.swaps[position + 1].token if position + 1 < len(course.swaps) else None
        while losses and (until is None or losses[0][0] < until):
            stock_before -= losses.pop(0)[1]
        if given > stock_before:
            report.add(
                "L38", "error", swap.token, player=swap.player, count=given, stock=max(stock_before, 0)
            )
            return False
        stock = stock_before - given
    return True


def stock_at(course: Course, token: int) -> int | None:
    """Return the number of cards in the stock before the acceptance at ``token``, or None if an exchange is not
    on record.
    """
    given = sum(call.letter == "G" for call in course.calls if call.token < token)
    if sum(swap.token < token for swap in course.swaps) < given * len(PLAYERS):
        return None
    stock = PACK_SIZE - 1 - sum(_count_dealt(course, index) for index in (0, 1))
    for swap in course.swaps:
        if swap.token < token:
            stock -= swap.number if swap.taken is None else swap.taken.bit_count()
    return stock - sum(count for at, count in _list_stock_losses(course) if at < token)


def _count_dealt(course: Course, index: int) -> int:
    """Return the number of cards dealt to a hand.

    That is the number on record, else five changed by the cards that incidents drew from the hand or added to
    it. A hand written with fewer than five, without an incident that explains it, counts as five: a card was
    left out.
    """
    tally = course.stated[index]
    if tally is not None and (tally.bit_count() >= HAND_SIZE or is_number_right(course, index)):
        return HAND_SIZE if course.partial[index] else tally.bit_count()
    number = HAND_SIZE
    for change in course.changes:
        if isinstance(change, Alteration) and seat(change.player) == index:
            number += (change.out or 0).bit_count() - (change.taken or 0).bit_count()
    return number


def _count_given(swap: Swap, explained: dict[tuple[Player, bool], int]) -> tuple[int, bool]:
    """Return the smallest number of cards that the stock gave, and whether it is right or an incident explains it.

    The right number is that of the cards discarded. An incident that explains a wrong number is used up.
    """
    given = swap.number if swap.taken is None else swap.taken.bit_count()
    key = swap.player, given > swap.number
    if swap.taken is None and swap.number and explained.get(key):
        given -= 1
    if given == swap.number:
        return given, True
    if not explained.get(key):
        return given, False
    explained[key] -= 1
    return given, True


def _count_explained_exchanges(course: Course) -> dict[tuple[Player, bool], int]:
    """Return how many wrong exchanges the incidents explain, by player and by whether too many cards were given."""
    explained: dict[tuple[Player, bool], int] = {}
    for noted in course.incidents:
        law = noted.incident.law
        if law in GIVEN_WRONG:
            player = course.elder if law in ELDERS_HAND else course.dealer
            key = player, law in TOO_MANY
            explained[key] = explained.get(key, 0) + 1
    return explained


def _list_stock_losses(course: Course) -> list[tuple[int, int]]:
    """Return the token of each incident that took cards from the stock, and the number of these cards.

    The cards are laid aside (laws 11, 35 to 37), or complete a hand.
    """
    losses = []
    for noted in course.incidents:
        effect = effect_of(noted.incident, noted.remedy, course.dealer)
        count = (effect.taken or 0) if effect.player is not None else effect.aside & course.aside
        if count:
            losses.append((noted.token, count.bit_count()))
    return losses
