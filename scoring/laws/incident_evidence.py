"""Find incidents that the cards on record contradict: no law was broken, or another law was broken.

A check is skipped if the record lacks the cards that the check needs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from scoring.cards import (
    HAND_SIZE,
    PACK,
    CardMask,
    Player,
    cards_of,
    format_card,
    format_cards,
    king_of,
    lawful_cards,
    mask_of,
    seat,
    suit_of,
)
from scoring.deal_course import Course, IncidentNoted, Trick
from scoring.incidents import DEALERS_HAND, facts_of
from scoring.laws.dealing import is_number_right
from scoring.laws.discarding import stock_at
from scoring.laws.faults import IncidentFault
from scoring.laws.king import is_king_held, is_king_turned_up
from scoring.record import Incident

_OF_TRICKS: Final = frozenset({39, 40, 43})
_CUT_LAW: Final = 3
_SMALLEST_CUT: Final = 2
_SATISFIES_ALL: Final = 2 * HAND_SIZE
"""The number of cards in the stock that is enough whatever both players discard."""


def contradiction(course: Course, noted: IncidentNoted) -> IncidentFault | None:
    """Return how the cards on record contradict the incident, or None if they do not."""
    law = noted.incident.law
    check = _CHECKS.get(law)
    if check is None or (law in _OF_TRICKS and (course.strays or course.wrong_leads)):
        # If a card is not where the record puts it, it is uncertain who played what.
        return None
    return check(course, noted)


def large_cut(incident: Incident) -> IncidentFault | None:
    """Return the fault of an incident of law 3 that reports a small packet although the packet is large
    enough.

    A packet of two cards or more is a lawful cut. Return None if the incident has no such fault. The cut
    comes before the deal, so no course of a deal is needed.
    """
    numbers = facts_of(incident).numbers
    if incident.law != _CUT_LAW or not numbers or numbers[0] < _SMALLEST_CUT:
        return None
    return IncidentFault("cut_large", {"count": numbers[0]})


def _check_exposed_in_dealing(course: Course, noted: IncidentNoted) -> IncidentFault | None:
    """Return the fault if the card is not in the hand of the player whose card it was (law 13), or None."""
    facts = facts_of(noted.incident)
    sides = facts.words & {"own", "adversary"}
    if len(sides) != 1:
        return None
    player = course.dealer if "own" in sides else course.elder
    hand = course.dealt[seat(player)]
    cards = facts.cards & PACK
    if hand is None or not cards & ~hand:
        return None
    return IncidentFault("not_in_hand", {"player": player, "card": format_cards(cards & ~hand)})


def _check_played_as_dealt(course: Course, noted: IncidentNoted) -> IncidentFault | None:
    """Return the fault if the hand took cards, or played more than it had (laws 20 and 21), or None."""
    law = noted.incident.law
    player = course.dealer if law in DEALERS_HAND else course.elder
    if any(swap.player == player and swap.number for swap in course.swaps if swap.token < noted.token):
        return IncidentFault("took_cards", {"player": player})
    tricks = _list_tricks_before(course, noted)
    played = sum(trick.card_of(player) is not None for trick in tricks)
    numbers = facts_of(noted.incident).numbers
    if not numbers or not 1 < numbers[0] < HAND_SIZE or played <= numbers[0]:
        return None
    return IncidentFault("number_differs", {"player": player, "count": numbers[0], "shown": played})


def _check_false_king(course: Course, noted: IncidentNoted) -> IncidentFault | None:
    """Return the fault if the player had the king that they are said not to have had (law 25), or None."""
    player = noted.incident.player
    if player is None or course.trump is None or is_king_turned_up(course):
        return None
    announced = [king for king in course.kings_heard if king.player == player and king.token < noted.token]
    if not announced or not any(is_king_held(course, king) for king in announced):
        return None
    return IncidentFault("king_held", {"player": player, "king": format_card(king_of(course.trump))})


def _check_small_stock(course: Course, noted: IncidentNoted) -> IncidentFault | None:
    """Return the fault if the stock was large enough, or the acceptance had a condition (law 38), or None."""
    given = [call for call in course.calls if call.letter == "G" and call.token < noted.token]
    if not given:
        return None
    if given[-1].is_conditional:
        return IncidentFault("conditional", {})
    # The incident may come after the exchanges that it is about: the stock is that of the acceptance.
    stock = stock_at(course, given[-1].token)
    if stock is None:
        return None
    if stock >= _SATISFIES_ALL:
        return IncidentFault("stock_enough", {"stock": stock})
    numbers = facts_of(noted.incident).numbers
    if numbers and numbers[0] != stock:
        return IncidentFault("stock_differs", {"count": numbers[0], "stock": stock})
    return None


def _check_taken_back(course: Course, noted: IncidentNoted) -> IncidentFault | None:
    """Return the fault if the card taken back was a lead, or a reply that law 43 allowed (law 39), or None."""
    player = noted.incident.player
    is_shown = course.cards or course.replayed or course.stated != (None, None)
    if player is None or not is_shown:
        return None
    tricks = _list_tricks_before(course, noted)
    cards = facts_of(noted.incident).cards & PACK
    if noted.cards_played % 2:
        trick = tricks[-1]
        if trick.leader == player:
            return IncidentFault("lead_taken_back", {"player": player})
        is_lawful = bool(cards) and all(
            _is_lawful(course, trick, player, card, noted.token) for card in cards_of(cards)
        )
        return (
            IncidentFault("no_fault", {"player": player, "card": format_cards(cards)}) if is_lawful else None
        )
    if not tricks or tricks[-1].winner == player:
        return IncidentFault("lead_taken_back", {"player": player})
    return None


def _check_led_out_of_turn(course: Course, noted: IncidentNoted) -> IncidentFault | None:
    """Return the fault if it was the player's turn to lead (law 40), or None."""
    incident = noted.incident
    player, facts = incident.player, facts_of(incident)
    if player is None:
        return None
    tricks = _list_tricks_before(course, noted)
    leader: Player | None
    if "before" in facts.words:
        if noted.cards_played % 2:
            return IncidentFault("played_to", {})
        if not course.cards and not course.replayed:
            return None
        leader = tricks[-1].winner if tricks else course.elder
    else:
        named = next((n for n, trick in enumerate(tricks) if _is_named(trick, facts.cards)), None)
        if named is None:
            return None
        leader = course.elder if named == 0 else tricks[named - 1].winner
    if leader != player:
        return None
    return IncidentFault("led_in_turn", {"player": player})


def _is_named(trick: Trick, cards: int) -> bool:
    return trick.lead is not None and bool(cards >> trick.lead & 1)


def _list_tricks_before(course: Course, noted: IncidentNoted) -> list[Trick]:
    """Return the tricks before the incident, of the play to which it belongs."""
    return [trick for trick in course.tricks_at(noted.token) if trick.token < noted.token]


def _is_play_known(course: Course, noted: IncidentNoted) -> bool:
    """Return whether no card can be missing from the record before the incident.

    None can be missing if cards follow the incident, or five tricks are complete.
    """
    tricks = course.tricks_at(noted.token)
    if not tricks:
        return False
    last = tricks[-1]
    is_played_out = len(tricks) == HAND_SIZE and last.reply_token is not None
    return is_played_out or max(last.token, last.reply_token or 0) > noted.token


def _check_revoke(course: Course, noted: IncidentNoted) -> IncidentFault | None:
    """Return the fault if law 43 allowed all replies of the player that the incident may mean, or None."""
    player = noted.incident.player
    tricks = _list_tricks_before(course, noted)
    if player is None or not tricks:
        return None
    cards = facts_of(noted.incident).cards & PACK
    replies = [
        (trick, trick.reply)
        for trick in tricks
        if trick.leader != player
        and trick.reply is not None
        and (trick.reply_token or 0) < noted.token
        and (not cards or cards >> trick.reply & 1)
    ]
    if _is_played_after(course, noted, player, cards or PACK):
        # Such a reply is judged by itself; if no card is named, the incident may mean it.
        return None
    if not cards and not _is_play_known(course, noted):
        return None
    if not replies:
        return _check_no_reply(course, noted, player, cards)
    if not all(_is_lawful(course, trick, player, reply, trick.token + 1) for trick, reply in replies):
        return None
    free = mask_of([reply for _, reply in replies])
    return IncidentFault("no_breach", {"player": player, "card": format_cards(free)})


def _check_no_reply(
    course: Course, noted: IncidentNoted, player: Player, cards: CardMask
) -> IncidentFault | None:
    """Return the fault if the player replied to no lead, or not with the card that is named (law 43), or None."""
    if not cards:
        return IncidentFault("no_reply", {"player": player})
    led = mask_of(
        [t.lead for t in _list_tricks_before(course, noted) if t.leader == player and t.lead is not None]
    )
    if cards & led:
        return IncidentFault("card_led", {"player": player, "card": format_cards(cards)})
    if not _is_play_known(course, noted):
        return None
    return IncidentFault("card_not_played", {"player": player, "card": format_cards(cards)})


def _is_played_after(course: Course, noted: IncidentNoted, player: Player, cards: CardMask) -> bool:
    """Return whether the player replies with one of ``cards`` after the incident. Such a reply is judged by itself."""
    return any(
        trick.leader != player and trick.reply is not None and cards >> trick.reply & 1
        for trick in course.tricks_at(noted.token)
        if (trick.reply_token or 0) > noted.token
    )


def _is_lawful(course: Course, trick: Trick, player: Player, card: int, token: int) -> bool:
    """Return whether the record proves that ``card`` was a lawful reply of ``player`` to the lead of ``trick``."""
    lead, trump = trick.lead, course.trump
    if lead is None:
        return False
    if suit_of(card) == suit_of(lead) and card > lead:
        # Following suit and winning the trick is lawful from any hand.
        return True
    hand = course.held_at(player, token) if is_number_right(course, seat(player)) else None
    if hand is None or trump is None or not hand >> card & 1:
        return False
    return bool(lawful_cards(hand, lead, trump) >> card & 1)


_CHECKS: Final[dict[int, Callable[[Course, IncidentNoted], IncidentFault | None]]] = {
    3: lambda _, noted: large_cut(noted.incident),
    13: _check_exposed_in_dealing,
    20: _check_played_as_dealt,
    21: _check_played_as_dealt,
    25: _check_false_king,
    38: _check_small_stock,
    39: _check_taken_back,
    40: _check_led_out_of_turn,
    43: _check_revoke,
}
