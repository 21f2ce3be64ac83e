"""Laws 39 to 45 in the play: who leads, the duty to follow and to win, and whose the cards are.

``E06`` and ``L45`` stand here too, because the order in which the three are looked for is itself a rule: a
turn-up in a hand, then a card that its player can't have, then a card seen twice.
"""

from __future__ import annotations

from scoring.cards import (
    HAND_SIZE,
    PACK,
    PLAYERS,
    SECOND_COPY_SHIFT,
    Card,
    CardMask,
    Player,
    adversary,
    format_card,
    format_cards,
    lawful_cards,
    seat,
)
from scoring.course import HAND_ALTERING_LAWS, Course
from scoring.laws.report import Report
from scoring.record import Incident

REVOKE_LAW = 43
LED_OUT_OF_TURN_LAWS = (40, 41)


def judge_cards(course: Course, report: Report) -> bool:
    """``E06``, ``L45``, ``L40``, ``L43R`` and ``L43W``: one slip, one finding.

    The duties of law 43 are judged as far as the first lead out of turn, and not at all where a card can't
    have been where the record puts it: the hand itself is then in doubt. True where neither is found.
    """
    if course.strays:
        # Of a hand written with fewer than five the missing card is the slip (law 9), not the card played.
        stray = next((one for one in course.strays if not _is_short(course.stated[seat(one.player)])), None)
        if stray is None:
            return False
        report.add(
            "E06",
            "error",
            stray.token,
            "put_out" if stray.trick is None else "played",
            trick=stray.trick,
            player=stray.player,
            card=format_card(stray.card),
        )
        return False
    if _judge_elsewhere(course, report) or _judge_sixth_card(course, report):
        return False
    if _judge_seen_twice(course, report):
        return False
    first_wrong = course.wrong_leads[0] if course.wrong_leads else 6
    _judge_duties(course, report, first_wrong)
    if not course.wrong_leads or course.has_incident(*LED_OUT_OF_TURN_LAWS):
        return True
    trick = course.tricks[first_wrong - 1]
    report.add(
        "L40",
        "error",
        trick.token,
        trick=first_wrong,
        player=trick.leader,
        rightful=adversary(trick.leader),
        card=format_card(trick.lead or 0),
    )
    return False


def _is_short(tally: int | None) -> bool:
    return tally is not None and tally.bit_count() < HAND_SIZE


def _judge_elsewhere(course: Course, report: Report) -> bool:
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

    A hand that is known, and its exchanges too, is followed card by card instead.
    """
    stated = course.stated[index]
    is_whole = stated is not None and not course.partial[index]
    swaps = [swap for swap in course.swaps if swap.player == PLAYERS[index] and swap.number]
    are_shown = all(swap.out is not None and swap.taken is not None for swap in swaps)
    if (is_whole and are_shown) or course.has_incident(*HAND_ALTERING_LAWS):
        return PACK
    gone = 0 if course.turn_up is None else 1 << course.turn_up
    for swap in course.swaps:
        gone |= swap.out or 0
    if not is_whole or len(swaps) < course.letters.count("G"):
        return PACK & ~gone
    may_hold = stated or 0
    for swap in swaps:
        if swap.taken is None:
            return PACK & ~gone
        may_hold |= swap.taken
    return may_hold & ~gone & PACK


def _judge_sixth_card(course: Course, report: Report) -> bool:
    """``E06`` for a sixth trick, of which no hand of five has the cards."""
    if len(course.tricks) <= HAND_SIZE or course.has_incident(*HAND_ALTERING_LAWS):
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


def _judge_seen_twice(course: Course, report: Report) -> bool:
    """``L45``: a card twice in a hand, in both hands, taken though it was seen before, or played twice."""
    seen = 0
    for index in (0, 1) if course.stated_tokens[0] < course.stated_tokens[1] else (1, 0):
        tally = course.stated[index]
        if tally is None:
            continue
        twice = tally >> SECOND_COPY_SHIFT | tally & seen & PACK
        if twice:
            report.add("L45", "error", course.stated_tokens[index], card=format_cards(twice))
            return True
        seen |= tally
    if course.turn_up is not None:
        seen |= 1 << course.turn_up
    put_out = 0
    for swap in course.swaps:
        for tally in (swap.out, swap.taken):
            if tally is not None and tally > PACK:
                report.add("L45", "error", swap.token, card=format_cards(tally >> SECOND_COPY_SHIFT))
                return True
        twice = (swap.out or 0) & put_out
        put_out |= swap.out or 0
        seen |= swap.out or 0
        twice = twice or (swap.taken or 0) & seen
        seen |= swap.taken or 0
        if twice:
            report.add("L45", "error", swap.token, card=format_cards(twice))
            return True
    played = 0
    for position, (card, token) in enumerate(zip(course.cards, course.card_tokens, strict=True)):
        if card is None:
            continue
        if played >> card & 1:
            report.add("L45", "error", token, trick=position // 2 + 1, card=format_card(card))
            return True
        played |= 1 << card
    return False


def _judge_duties(course: Course, report: Report, first_wrong: int) -> None:
    trump = course.trump
    if trump is None:
        return
    accounted = _breaches_accounted_for(course) if course.incidents else []
    left = [hand if hand is None or hand.bit_count() == HAND_SIZE else None for hand in course.hands]
    for number, trick in enumerate(course.tricks, start=1):
        if number == first_wrong:
            return
        lead, reply = trick.lead, trick.reply
        if lead is None or reply is None:
            return
        leader_index = 0 if trick.leader == "A" else 1
        hand = left[1 - leader_index]
        if hand is not None:
            lawful = lawful_cards(hand, lead, trump)
            follower = PLAYERS[1 - leader_index]
            if not lawful >> reply & 1 and not _is_accounted_for(accounted, follower, reply):
                suit_held = hand >> (lead >> 3 << 3) & 0xFF
                code = "L43R" if suit_held and reply >> 3 != lead >> 3 else "L43W"
                report.add(
                    code,
                    "ruling",
                    trick.reply_token,
                    trick=number,
                    player=follower,
                    card=format_card(reply),
                    lead=format_card(lead),
                    lawful=format_cards(lawful),
                )
            left[1 - leader_index] = hand & ~(1 << reply)
        own = left[leader_index]
        if own is not None:
            left[leader_index] = own & ~(1 << lead)


def _breaches_accounted_for(course: Course) -> list[Incident]:
    """The incidents of law 43 behind the last replay: each accounts for one breach of the duties."""
    replayed = max(
        (noted.token for noted in course.incidents if noted.incident.remedy == "replay"), default=-1
    )
    return [
        noted.incident
        for noted in course.incidents
        if noted.incident.law == REVOKE_LAW and noted.token > replayed
    ]


def _is_accounted_for(accounted: list[Incident], player: Player, card: Card) -> bool:
    """Strike out the incident that names this breach, the one of that card before one that names none."""
    fitting = [incident for incident in accounted if incident.player in (None, player)]
    if not fitting:
        return False
    accounted.remove(next((one for one in fitting if format_card(card) in one.facts), fitting[0]))
    return True


def judge_abandoned_hand(course: Course, report: Report) -> None:
    """``L42``: the adversary marks the vole where no trick was won, the point after one or two."""
    outcome = course.outcome
    for noted in course.incidents:
        incident = noted.incident
        if incident.law != 42 or incident.player is None or "claim" in incident.facts or outcome is None:
            continue
        if outcome.player == incident.player:
            report.add("L42", "error", course.outcome_token, "abandoner", player=incident.player)
            return
        if not course.cards or course.trump is None:
            continue
        won = course.tricks_won[seat(incident.player)]
        if won > 2:
            continue
        due = 5 if won == 0 else None
        if outcome.tricks != due:
            report.add(
                "L42",
                "error",
                course.outcome_token,
                "vole" if due else "point",
                player=incident.player,
                tricks=won,
                adversary=outcome.player,
            )
            return
