"""Find the cards that the incidents of a deal revealed, and the facts that decide their remedies.

The functions need the hands, so they run after the course of the deal has been built. Law numbers are those
of the club's code of 55 laws.
"""

from __future__ import annotations

from bisect import bisect_left

from scoring.cards import PACK, CardMask, Player, king_of, mask_of, seat
from scoring.checks import FIRST_CHECKS
from scoring.deal_course import Course, IncidentNoted, token_of
from scoring.hands import Play, play_tricks
from scoring.incidents import applied


def with_what_incidents_show(course: Course, replayed: list[Play]) -> Course:
    """Return ``course`` completed by the facts that depend on the hands.

    These facts are the tricks of the plays that did not count (``replayed``) and, for each incident, the
    cards that it revealed and its situation, which decides the allowed remedies.
    """
    ends = tuple(noted.token for noted in course.incidents if noted.remedy == "replay")
    course = course.with_hands()._replace(
        replayed=tuple(
            tuple(play_tricks(course.elder, course.trump, list(course.hands), play, (), [])[0])
            for play in replayed
        ),
        replay_tokens=ends,
    )
    has_shown_king = _has_shown_king(course, "A"), _has_shown_king(course, "B")
    incidents = []
    seen = 0
    plays = iter(replayed)
    for noted in course.incidents:
        revealed = noted.revealed
        if noted.remedy == "replay":
            revealed |= mask_of([card for card in next(plays).cards if card is not None])
        situation = noted.situation
        if noted.incident.law == 25:
            situation = situation._replace(
                opponent_has_king=_has_opponent_king(course, noted, has_shown_king)
            )
        # The first version of the checks did not ask whether the elder hand proposed again.
        elif noted.incident.law == 37 and course.checks > FIRST_CHECKS:
            situation = situation._replace(is_asked_again=_is_asked_again(course, noted.token))
        elif noted.incident.law == 41:
            situation = situation._replace(leader_hand=_find_leader_hand(course, noted))
        remedy = noted.remedy if situation is noted.situation else applied(noted.incident, situation)
        incidents.append(noted._replace(remedy=remedy, situation=situation, revealed=revealed))
        seen |= revealed
    return course._replace(
        incidents=tuple(incidents),
        revealed=(_select_seen_cards(course, "A", seen), _select_seen_cards(course, "B", seen)),
    )


def _select_seen_cards(course: Course, player: Player, seen: CardMask) -> CardMask:
    """Return those of ``seen`` that are in the player's hand at the first lead, as far as the record shows it."""
    index = seat(player)
    hand = course.hands[index]
    if hand is not None:
        return seen & hand
    cards = (course.stated[index] or 0) & PACK
    for tricks in course.replayed:
        for trick in tricks:
            card = trick.card_of(player)
            cards |= 0 if card is None else 1 << card
    for change in course.changes:
        if change.player == player:
            cards = cards & ~(change.out or 0) | (change.taken or 0) & PACK
    return seen & cards


def _has_opponent_king(
    course: Course, noted: IncidentNoted, has_shown_king: tuple[bool, bool]
) -> bool | None:
    """Return whether the opponent of a player who falsely announced the king has it (law 25), or None if unknown."""
    offender = noted.incident.player
    if offender is None or course.trump is None:
        return True if offender is not None and has_shown_king[1 - seat(offender)] else None
    index = 1 - seat(offender)
    if has_shown_king[index]:
        return True
    hand = course.hands_by_change[index][bisect_left(course.changes, noted.token, key=token_of)]
    return None if hand is None else bool(hand >> king_of(course.trump) & 1)


def _has_shown_king(course: Course, player: Player) -> bool:
    """Return whether the player marked, announced or played the king of trumps."""
    if any(king.player == player for king in course.kings_heard):
        return True
    king = None if course.trump is None else king_of(course.trump)
    return king is not None and any(
        king == trick.card_of(player) for tricks in (*course.replayed, course.tricks) for trick in tricks
    )


def _is_asked_again(course: Course, token: int) -> bool | None:
    """Return whether the elder hand proposed again after ``token`` (law 37), or None if the record stops there.

    A proposal that was refused, which the law forbids, does not count: no card is taken after it.
    """
    behind = [call.letter for call in course.calls if call.token > token]
    if behind:
        return behind[0] == "P" and behind[1:2] != ["R"]
    goes_on = course.card_tokens and course.card_tokens[-1] > token
    return False if goes_on or course.outcome_token > token else None


def _find_leader_hand(course: Course, noted: IncidentNoted) -> CardMask | None:
    """Return the hand of the player who leads at the incident, before that lead (law 41), or None if it is unknown."""
    tricks = course.tricks_at(noted.token)
    number = noted.cards_played // 2
    if number < len(tricks):
        leader: Player | None = tricks[number].leader
        token = min(tricks[number].token, noted.token)
    else:
        leader = tricks[-1].winner if tricks else course.elder
        token = noted.token
    return None if leader is None else course.held_at(leader, token)
