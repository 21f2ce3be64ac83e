"""Where the cards can be: ``E06``, a card played or put out by one who can't have it, and ``L45``, one seen twice.

In which order they are looked for is for ``scoring.laws.play``.
"""

from __future__ import annotations

from scoring.cards import (
    HAND_SIZE,
    PACK,
    PLAYERS,
    SECOND_COPY_SHIFT,
    CardMask,
    adversary,
    format_card,
    format_cards,
    seat,
)
from scoring.course import Course, Swap
from scoring.effects import effect_of
from scoring.laws.dealing import is_number_right
from scoring.laws.report import Report


def judge_strays(course: Course, report: Report) -> None:
    """``E06`` for the first card that its player can't have, or for none played by one who has cards left.

    Of a hand written with fewer than five the missing card is the slip (law 9), not the card played.
    """
    short = [
        (tally or PACK).bit_count() < HAND_SIZE and not is_number_right(course, index)
        for index, tally in enumerate(course.stated)
    ]
    stray = next((one for one in course.strays if not short[seat(one.player)]), None)
    if stray is None:
        return
    if stray.card is None:
        report.add("E06", "error", stray.token, "no_card", trick=stray.trick, player=stray.player)
        return
    report.add(
        "E06",
        "error",
        stray.token,
        "put_out" if stray.trick is None else "played",
        trick=stray.trick,
        player=stray.player,
        card=format_card(stray.card),
    )


def judge_elsewhere(course: Course, report: Report) -> bool:
    """``E06`` for a card of a hand that is not known whole, where that card is known to be elsewhere."""
    if course.are_hands_written:
        return False
    possible = [_possible_cards(course, index) for index in (0, 1)]
    for number, trick in enumerate(course.tricks, start=1):
        for player, card, token in (
            (trick.leader, trick.lead, trick.token),
            (adversary(trick.leader), trick.reply, trick.reply_token),
        ):
            if card is not None and not possible[seat(player)] >> card & 1:
                report.add(
                    "E06", "error", token, "played", trick=number, player=player, card=format_card(card)
                )
                return True
    return False


def _possible_cards(course: Course, index: int) -> CardMask:
    """What a player whose hand is not written whole may play; the pack where nothing rules a card out.

    A hand that is known, and its changes too, is followed card by card instead.
    """
    stated = course.stated[index]
    is_whole = stated is not None and not course.partial[index]
    player = PLAYERS[index]
    changes = [change for change in course.changes if change.player == player]
    are_shown = all(change.out is not None and change.taken is not None for change in changes)
    if is_whole and are_shown:
        return PACK
    gone = course.aside if course.turn_up is None else course.aside | 1 << course.turn_up
    for change in course.changes:
        gone |= change.out or 0
    if not is_whole or sum(isinstance(change, Swap) for change in changes) < course.letters.count("G"):
        return PACK & ~gone
    may_hold = stated or 0
    for change in changes:
        if change.taken is None:
            return PACK & ~gone
        may_hold |= change.taken
    return may_hold & ~gone & PACK


def judge_sixth_card(course: Course, report: Report) -> bool:
    """``E06`` for a sixth trick: a hand of more than five keeps what is over."""
    if len(course.tricks) <= HAND_SIZE:
        return False
    trick = course.tricks[HAND_SIZE]
    report.add(
        "E06",
        "error",
        trick.token,
        "played",
        trick=HAND_SIZE + 1,
        player=trick.leader,
        card=format_card(trick.lead or 0),
    )
    return True


def judge_cards_beyond_hand(course: Course, report: Report) -> bool:
    """``E06`` for the card that a hand left short has not got, where it is not known card by card (laws 30, 34)."""
    left = [_number_held(course, index) for index in (0, 1)]
    if left == [HAND_SIZE, HAND_SIZE]:
        return False
    for number, trick in enumerate(course.tricks, start=1):
        for player, card, token in (
            (trick.leader, trick.lead, trick.token),
            (adversary(trick.leader), trick.reply, trick.reply_token),
        ):
            if card is None:
                continue
            if not left[seat(player)]:
                report.add(
                    "E06", "error", token, "played", trick=number, player=player, card=format_card(card)
                )
                return True
            left[seat(player)] -= 1
    return False


def _number_held(course: Course, index: int) -> int:
    """How many cards a hand that is not known holds at most: five, or four where an incident left it short."""
    law = 30 if PLAYERS[index] == course.elder else 34
    is_short = course.hands[index] is None and any(
        noted.incident.law == law and noted.remedy == "short" for noted in course.incidents
    )
    return HAND_SIZE - is_short


def judge_seen_twice(course: Course, report: Report) -> bool:
    """``L45``: a card twice in a hand, in both hands, taken or laid aside though it was seen before, played twice.

    True where one is; an incident of law 45 accounts for it.
    """
    found = _card_seen_twice(course)
    if found is None:
        return False
    tally, token, trick = found
    if not course.has_incident(45):
        report.add("L45", "error", token, trick=trick, card=format_cards(tally))
    return True


def _card_seen_twice(course: Course) -> tuple[int, int, int | None] | None:
    """The cards, their token, and the trick; what incidents do with cards is judged with them."""
    seen = 0
    for index in (0, 1) if course.stated_tokens[0] < course.stated_tokens[1] else (1, 0):
        tally = course.stated[index]
        if tally is None:
            continue
        twice = tally >> SECOND_COPY_SHIFT | tally & seen & PACK
        if twice:
            return twice, course.stated_tokens[index], None
        seen |= tally
    if course.turn_up is not None:
        seen |= 1 << course.turn_up
    put_out = 0
    asides = _laid_aside(course) if course.aside else []
    for change in course.changes:
        while asides and asides[0][0] < change.token:
            token, aside = asides.pop(0)
            if aside & seen:
                return aside & seen, token, None
            seen |= aside
        out, taken = change.out or 0, change.taken or 0
        if isinstance(change, Swap):
            for tally in (out, taken):
                if tally > PACK:
                    return tally >> SECOND_COPY_SHIFT, change.token, None
            twice = out & put_out
            put_out |= out
            seen |= out
            twice = twice or taken & seen
            if twice:
                return twice, change.token, None
        else:
            put_out |= out
            seen |= out
        seen |= taken
    for token, aside in asides:
        if aside & seen:
            return aside & seen, token, None
        seen |= aside
    played = 0
    for position, (card, token) in enumerate(zip(course.cards, course.card_tokens, strict=True)):
        if card is None:
            continue
        if played >> card & 1:
            return 1 << card, token, position // 2 + 1
        played |= 1 << card
    return None


def _laid_aside(course: Course) -> list[tuple[int, CardMask]]:
    """The cards that incidents laid aside out of the pack, each with the token."""
    laid = []
    for noted in course.incidents:
        effect = effect_of(noted.incident, noted.remedy, course.dealer)
        if effect.aside & course.aside and effect.player is None:
            laid.append((noted.token, effect.aside & course.aside))
    return laid
