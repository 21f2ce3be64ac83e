"""Check that each card is in only one hand or pile.

``E06`` is for a card that its player can't have, ``L45`` for a card seen twice. ``scoring.laws.play`` decides
the order of these checks.
"""

from __future__ import annotations

from scoring.cards import (
    HAND_SIZE,
    PACK,
    PLAYERS,
    SECOND_COPY_SHIFT,
    CardMask,
    format_card,
    format_cards,
    opponent,
    seat,
)
from scoring.deal_course import Course, Swap
from scoring.effects import effect_of
from scoring.laws.dealing import is_number_right
from scoring.laws.report import Report


def judge_strays(course: Course, report: Report) -> None:
    """Report ``E06`` for the first card that its player can't have.

    ``E06`` is also for a player who played no card although the hand was not empty. If a hand is written with
    fewer than five cards, the missing card is the fault (law 9), not the card played.
    """
    short = [
        (tally or PACK).bit_count() < HAND_SIZE and not is_number_right(course, index)
        for index, tally in enumerate(course.stated)
    ]
    stray = next((stray for stray in course.strays if not short[seat(stray.player)]), None)
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
    """Report ``E06`` for a card played from a partly known hand if the card is known to be in another hand or
    pile.

    Return whether there is such a card.
    """
    if course.are_hands_written:
        return False
    possible = [_find_possible_cards(course, index) for index in (0, 1)]
    for number, trick in enumerate(course.tricks, start=1):
        for player, card, token in (
            (trick.leader, trick.lead, trick.token),
            (opponent(trick.leader), trick.reply, trick.reply_token),
        ):
            if card is not None and not possible[seat(player)] >> card & 1:
                report.add(
                    "E06", "error", token, "played", trick=number, player=player, card=format_card(card)
                )
                return True
    return False


def _find_possible_cards(course: Course, index: int) -> CardMask:
    """Return the cards that a player may play, if the hand is not completely written.

    Return the whole pack if the hand and its changes are known: such a hand is followed card by card instead.
    """
    stated = course.stated[index]
    is_whole = stated is not None and not course.partial[index]
    player = PLAYERS[index]
    changes = [change for change in course.changes if change.player == player]
    are_shown = all(change.out is not None and change.taken is not None for change in changes)
    if is_whole and are_shown:
        return PACK
    out_of_play = course.aside if course.turn_up is None else course.aside | 1 << course.turn_up
    for change in course.changes:
        out_of_play |= change.out or 0
    if not is_whole or sum(isinstance(change, Swap) for change in changes) < course.letters.count("G"):
        return PACK & ~out_of_play
    may_hold = stated or 0
    for change in changes:
        if change.taken is None:
            return PACK & ~out_of_play
        may_hold |= change.taken
    return may_hold & ~out_of_play & PACK


def judge_sixth_card(course: Course, report: Report) -> bool:
    """Report ``E06`` for a sixth trick, and return whether there is one.

    No sixth trick is possible: a hand of more than five cards keeps the surplus.
    """
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
    """Report ``E06`` if a player plays more cards than are in their short hand, whose cards are unknown (laws
    30 and 34).

    Return whether a player does so.
    """
    left = [_count_cards(course, index) for index in (0, 1)]
    if left == [HAND_SIZE, HAND_SIZE]:
        return False
    for number, trick in enumerate(course.tricks, start=1):
        for player, card, token in (
            (trick.leader, trick.lead, trick.token),
            (opponent(trick.leader), trick.reply, trick.reply_token),
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


def _count_cards(course: Course, index: int) -> int:
    """Return the highest possible number of cards in an unknown hand: five, or four if an incident left it short."""
    law = 30 if PLAYERS[index] == course.elder else 34
    is_short = course.hands[index] is None and any(
        noted.incident.law == law and noted.remedy == "short" for noted in course.incidents
    )
    return HAND_SIZE - is_short


def judge_seen_twice(course: Course, report: Report) -> bool:
    """Report ``L45`` for a card that is seen twice, and return whether there is one.

    The card may be twice in a hand, be in both hands, be drawn or laid aside after it was seen, or be played
    twice. It is not reported if an incident of law 45 explains it.
    """
    repeated = _find_card_seen_twice(course)
    if repeated is None:
        return False
    tally, token, trick = repeated
    if not course.has_incident(45):
        report.add("L45", "error", token, trick=trick, card=format_cards(tally))
    return True


def _find_card_seen_twice(course: Course) -> tuple[int, int, int | None] | None:
    """Return the cards seen twice, their token, and the number of the trick or None; return None if there are none.

    Cards that incidents name are judged with the incidents.
    """
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
    asides = _list_laid_aside(course) if course.aside else []
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
    if len(set(course.cards)) == len(course.cards):
        return None
    played = 0
    for position, (card, token) in enumerate(zip(course.cards, course.card_tokens, strict=True)):
        if card is None:
            continue
        if played >> card & 1:
            return 1 << card, token, position // 2 + 1
        played |= 1 << card
    return None


def _list_laid_aside(course: Course) -> list[tuple[int, CardMask]]:
    """Return the cards that incidents put out of play, each with the token of its incident."""
    laid = []
    for noted in course.incidents:
        effect = effect_of(noted.incident, noted.remedy, course.dealer)
        if effect.aside & course.aside and effect.player is None:
            laid.append((noted.token, effect.aside & course.aside))
    return laid
