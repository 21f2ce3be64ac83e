"""Laws 39 to 45 in the play: the turn to lead, the duty to follow suit and to win, and a hand given up.

The order of the checks matters: a turn-up that is in a hand, then a card that its player can't have, then a
card seen twice.
"""

from __future__ import annotations

from collections.abc import Sequence

from scoring.cards import (
    HAND_SIZE,
    PLAYERS,
    CardMask,
    Player,
    format_card,
    format_cards,
    lawful_cards,
    mask_of,
    opponent,
    seat,
)
from scoring.checks import FIRST_CHECKS
from scoring.deal_course import Change, Course, IncidentNoted, Trick
from scoring.hands import make_changes
from scoring.laws.dealing import is_number_right
from scoring.laws.report import Report
from scoring.laws.whereabouts import (
    judge_cards_beyond_hand,
    judge_elsewhere,
    judge_seen_twice,
    judge_sixth_card,
    judge_strays,
)
from scoring.marks import MAJORITY_OF_TRICKS

REVOKE_LAW = 43


def judge_cards(course: Course, report: Report) -> bool:
    """Report wrong cards in the play: ``E06``, ``L45``, ``L40``, ``L43R`` and ``L43W``; one fault causes one
    finding.

    Return False if a player can't have a card that the record gives them, or if a lead is out of turn. In the
    first case the hand itself is in doubt, so the duties of law 43 are not judged. Otherwise the duties are
    judged up to the first lead out of turn.
    """
    if course.strays:
        judge_strays(course, report)
        return False
    if judge_elsewhere(course, report) or judge_sixth_card(course, report):
        return False
    if course.incidents and judge_cards_beyond_hand(course, report):
        return False
    if judge_seen_twice(course, report):
        return False
    first_wrong = course.wrong_leads[0] if course.wrong_leads else 6
    _judge_duties(course, report, first_wrong)
    if not course.wrong_leads:
        return True
    trick = course.tricks[first_wrong - 1]
    report.add(
        "L40",
        "error",
        trick.token,
        trick=first_wrong,
        player=trick.leader,
        rightful=opponent(trick.leader),
        card=format_card(trick.lead or 0),
    )
    return False


def _judge_duties(course: Course, report: Report, first_wrong: int) -> None:
    """Report ``L43R`` or ``L43W`` for each reply that law 43 does not allow, if no incident explains it.

    The replies are judged up to the trick ``first_wrong``, the first that the wrong player led, or up to a card that
    is not on record.
    """
    trump = course.trump
    if trump is None:
        return
    explaining = _list_explaining_incidents(course) if course.incidents else []
    played = mask_of([card for card in course.cards if card is not None]) if explaining else 0
    left = list(course.hands)
    for index in (0, 1):
        hand = left[index]
        if hand is not None and hand.bit_count() != HAND_SIZE and not is_number_right(course, index):
            left[index] = None
    late: Sequence[Change] = course.changes[course.changes_at_lead :] if course.incidents else ()
    for number, trick in enumerate(course.tricks, start=1):
        if number == first_wrong:
            return
        lead, reply = trick.lead, trick.reply
        if lead is None or reply is None:
            return
        if late and trick.reply_token is not None:
            late = make_changes(left, late, trick.reply_token)
        leader_index = 0 if trick.leader == "A" else 1
        hand = left[1 - leader_index]
        if hand is not None:
            lawful = lawful_cards(hand, lead, trump)
            follower = PLAYERS[1 - leader_index]
            if not lawful >> reply & 1 and not _use_explanation(explaining, follower, trick, played):
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


def _list_explaining_incidents(course: Course) -> list[IncidentNoted]:
    """Return the incidents of law 43 after the last replay; each explains one breach of that law."""
    replayed = course.replay_tokens[-1] if course.replay_tokens else -1
    return [
        noted for noted in course.incidents if noted.incident.law == REVOKE_LAW and noted.token > replayed
    ]


def _use_explanation(explaining: list[IncidentNoted], player: Player, trick: Trick, played: CardMask) -> bool:
    """Remove from ``explaining`` the incident that explains this breach and return True, or return False if
    there is none.

    An incident that names the card is preferred to one that names none of the cards ``played``. A breach is
    recorded when it is discovered, so never before the card is played.
    """
    card = 0 if trick.reply is None else 1 << trick.reply
    fitting = [
        noted
        for noted in explaining
        if noted.incident.player in (None, player) and noted.token > (trick.reply_token or 0)
    ]
    named = [noted for noted in fitting if noted.revealed & card]
    unnamed = [noted for noted in fitting if not noted.revealed & played]
    if not named and not unnamed:
        return False
    explaining.remove((named or unnamed)[0])
    return True


def judge_abandoned_hand(course: Course, report: Report) -> None:
    """Report ``L42`` if the recorded outcome is wrong for a deal in which a player gave up the hand.

    If the player who gave up had won no trick, the opponent marks the vole. If the player had won one or two
    tricks, the opponent marks the point. With three tricks or more, the player who gave up marks the point.
    """
    outcome = course.outcome
    for noted in course.abandonments:
        player = noted.incident.player
        if noted.remedy != "abandon" or player is None or outcome is None:
            continue
        is_known = bool(course.cards) and course.trump is not None
        won = course.tricks_won[seat(player)]
        # By the first version of the checks, a player who gave up never marked the point.
        if is_known and won >= MAJORITY_OF_TRICKS and course.checks > FIRST_CHECKS:
            if outcome.player != player or outcome.tricks not in (None, won):
                report.add("L42", "error", course.outcome_token, "made", player=player, tricks=won)
                return
            continue
        if outcome.player == player:
            report.add("L42", "error", course.outcome_token, "abandoner", player=player)
            return
        if not is_known or won >= MAJORITY_OF_TRICKS:
            continue
        due = HAND_SIZE if won == 0 else None
        if outcome.tricks != due:
            report.add(
                "L42",
                "error",
                course.outcome_token,
                "vole" if due else "point",
                player=player,
                tricks=won,
                adversary=outcome.player,
            )
            return
