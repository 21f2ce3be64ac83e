"""What the incidents of a deal showed of its cards, and what the remedies depend on by them.

It needs the hands, and so comes when a deal has been followed. Law numbers are those of the club's code of 55 laws.
"""

from __future__ import annotations

from bisect import bisect_left

from scoring.cards import PACK, CardMask, Player, king_of, mask_of, seat
from scoring.checks import FIRST_CHECKS
from scoring.course import Course, IncidentNoted, token_of
from scoring.hands import Play, play_tricks
from scoring.incidents import applied


def with_what_incidents_show(course: Course, replayed: list[Play]) -> Course:
    """``course`` with the plays that did not count, and what each incident showed, or depends on, by the cards."""
    ends = tuple(noted.token for noted in course.incidents if noted.remedy == "replay")
    course = course._replace(
        replayed=tuple(
            tuple(play_tricks(course.elder, course.trump, list(course.hands), play, (), [])[0])
            for play in replayed
        ),
        replay_tokens=ends,
        held=(tuple(course.held_between("A")), tuple(course.held_between("B"))),
    )
    has_shown_king = _has_shown_king(course, "A"), _has_shown_king(course, "B")
    incidents = []
    seen = 0
    plays = iter(replayed)
    for noted in course.incidents:
        shown = noted.shown
        if noted.remedy == "replay":
            shown |= mask_of([card for card in next(plays).cards if card is not None])
        situation = noted.situation
        if noted.incident.law == 25:
            situation = situation._replace(
                adversary_has_king=_has_adversary_king(course, noted, has_shown_king)
            )
        elif noted.incident.law == 37 and course.checks > FIRST_CHECKS:
            situation = situation._replace(is_asked_again=_is_asked_again(course, noted.token))
        elif noted.incident.law == 41:
            situation = situation._replace(leader_hand=_leader_hand(course, noted))
        remedy = noted.remedy if situation is noted.situation else applied(noted.incident, situation)
        incidents.append(noted._replace(remedy=remedy, situation=situation, shown=shown))
        seen |= shown
    return course._replace(
        incidents=tuple(incidents), shown=(_seen_of(course, "A", seen), _seen_of(course, "B", seen))
    )


def _seen_of(course: Course, player: Player, seen: CardMask) -> CardMask:
    """The cards of ``seen`` that are the player's at the first lead, as far as the record tells."""
    index = seat(player)
    hand = course.hands[index]
    if hand is not None:
        return seen & hand
    held = (course.stated[index] or 0) & PACK
    for tricks in course.replayed:
        for trick in tricks:
            card = trick.card_of(player)
            held |= 0 if card is None else 1 << card
    for change in course.changes:
        if change.player == player:
            held = held & ~(change.out or 0) | (change.taken or 0) & PACK
    return seen & held


def _has_adversary_king(
    course: Course, noted: IncidentNoted, has_shown_king: tuple[bool, bool]
) -> bool | None:
    """Law 25: whether the adversary of him who announced a king falsely holds it; None where it is not known."""
    offender = noted.incident.player
    if offender is None or course.trump is None:
        return True if offender is not None and has_shown_king[1 - seat(offender)] else None
    index = 1 - seat(offender)
    if has_shown_king[index]:
        return True
    hand = course.held[index][bisect_left(course.changes, noted.token, key=token_of)]
    return None if hand is None else bool(hand >> king_of(course.trump) & 1)


def _has_shown_king(course: Course, player: Player) -> bool:
    """Whether the player marked the king, or played it."""
    if any(king.player == player for king in course.kings_heard):
        return True
    king = None if course.trump is None else king_of(course.trump)
    return king is not None and any(
        king == trick.card_of(player) for tricks in (*course.replayed, course.tricks) for trick in tricks
    )


def _is_asked_again(course: Course, token: int) -> bool | None:
    """Law 37: whether the elder hand proposed again behind ``token``; None where the deal does not go on there.

    A demand that was refused, which the law forbids, leaves no card to be taken.
    """
    behind = [call.letter for call in course.calls if call.token > token]
    if behind:
        return behind[0] == "P" and behind[1:2] != ["R"]
    goes_on = course.card_tokens and course.card_tokens[-1] > token
    return False if goes_on or course.outcome_token > token else None


def _leader_hand(course: Course, noted: IncidentNoted) -> CardMask | None:
    """Law 41: the hand of the player whose lead it is, before that lead; None where it is not known."""
    tricks = course.tricks_at(noted.token)
    number = noted.cards_played // 2
    if number < len(tricks):
        leader: Player | None = tricks[number].leader
        token = min(tricks[number].token, noted.token)
    else:
        leader = tricks[-1].winner if tricks else course.elder
        token = noted.token
    return None if leader is None else course.held_at(leader, token)
