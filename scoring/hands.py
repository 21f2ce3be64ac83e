"""Work out the hands of a deal.

Known hands are followed through exchanges, remedies and play. Unknown hands are derived from the cards
played. Nothing is judged here. Hands are ``[A's, B's]``; a mask is None if the record does not determine the
cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from scoring.cards import HAND_SIZE, PACK, PLAYERS, Card, CardMask, Player, Suit, beats, cards_of, seat
from scoring.deal_course import Change, IncidentNoted, Stray, Swap, Trick, hand_after, hand_before
from scoring.incidents import DEALERS_HAND, TOO_MANY

_STAYS_WRONG: Final = frozenset({20, 21})


class StoodLead(NamedTuple):
    """A lead out of turn that was left standing (law 40).

    ``player`` is the player who led, or None if the record does not name the player. ``cards`` are the cards
    that may be the lead. If none of them was led, the lead is that of the trick at the index ``trick``.
    """

    player: Player | None
    cards: CardMask
    trick: int


class Play(NamedTuple):
    """The cards of one play of a hand in order, with the numbers of their tokens.

    ``stood`` are the leads out of turn that were left standing (law 40). A deal has several plays if the hand
    was replayed.
    """

    cards: list[Card | None]
    tokens: list[int]
    stood: list[StoodLead]


class Followed(NamedTuple):
    """The hands and tricks of a deal. The fields have the same meaning as those of ``Course``.

    ``are_regular`` is whether both hands at the first lead are known, have five different cards each, and do
    not change later.
    """

    hands: list[CardMask | None]
    discards: list[CardMask | None]
    tricks: list[Trick]
    wrong_leads: list[int]
    strays: list[Stray]
    are_regular: bool


def follow_hands(
    dealt: list[CardMask | None],
    changes: Sequence[Change],
    play: Play,
    incidents: Sequence[IncidentNoted],
    *,
    elder: Player,
    trump: Suit | None,
    out_of_play: CardMask,
    gives: int,
) -> Followed:
    """Apply ``changes`` and ``play`` to the hands as dealt, and return the hands at the first lead with the
    tricks.

    ``dealt`` has the hands as dealt. A hand that the record omits is filled in, also in the list ``dealt``
    itself, if the play determines its cards. ``out_of_play`` are the turn-up and the cards laid aside.
    ``gives`` is the number of acceptances that were not cancelled.
    """
    late: list[Change] = []
    if changes and play.tokens and changes[-1].token > play.tokens[0]:
        late = [change for change in changes if change.token > play.tokens[0]]
        changes = changes[: -len(late)]
    hands, discards, strays = _make_exchanges(dealt, changes, out_of_play)
    if gives:
        _forget_unwritten_exchanges(gives, (*changes, *late), hands, discards)
    tricks, wrong_leads = play_tricks(elder, trump, hands, play, late, strays)
    if len(tricks) == HAND_SIZE and not strays and (incidents or None not in play.cards):
        _derive_from_play(tricks, dealt, hands, discards, changes, late, incidents, elder)
    are_regular = not late and _are_full_hands(hands)
    return Followed(hands, discards, tricks, wrong_leads, strays, are_regular)


def _are_full_hands(hands: list[CardMask | None]) -> bool:
    """Return whether both hands are known, have five cards each, and have no card in common."""
    a, b = hands
    return a is not None and b is not None and not a & b and a.bit_count() == b.bit_count() == HAND_SIZE


def _make_exchanges(
    dealt: list[CardMask | None], changes: Sequence[Change], out_of_play: CardMask
) -> tuple[list[CardMask | None], list[CardMask | None], list[Stray]]:
    """Return both hands after all exchanges, what each player discarded, and cards discarded that the player did not
    hold.

    A hand or discard that is not known is None.
    """
    hands = dealt.copy()
    if not changes:
        return hands, [0, 0], []
    discards: list[CardMask | None] = [0, 0]
    strays: list[Stray] = []
    for change in changes:
        index = seat(change.player)
        hand, out = hands[index], change.out
        discarded = discards[index]
        discards[index] = None if out is None or discarded is None else discarded | out & PACK
        if out and isinstance(change, Swap):
            elsewhere = (hands[1 - index] or 0) | out_of_play
            impossible = (out & ~hand if hand is not None else out & elsewhere) & PACK
            if impossible:
                strays.append(Stray(change.player, impossible.bit_length() - 1, change.token, None))
        hands[index] = hand_after(hand, change)
    return hands, discards, strays


def _forget_unwritten_exchanges(
    gives: int,
    changes: Sequence[Change],
    hands: list[CardMask | None],
    discards: list[CardMask | None],
) -> None:
    """Mark as unknown the hand of each player who was given cards without an exchange on record."""
    for index, player in enumerate(PLAYERS):
        if sum(change.player == player and isinstance(change, Swap) for change in changes) < gives:
            hands[index] = discards[index] = None


def play_tricks(
    elder: Player,
    trump: Suit | None,
    hands: list[CardMask | None],
    play: Play,
    late: Sequence[Change],
    strays: list[Stray],
) -> tuple[list[Trick], list[int]]:
    """Return the tricks of ``play``, and the numbers of the tricks that the wrong player led.

    ``hands`` are the hands at the first lead, ``late`` the changes of hands after the first lead. A card that
    the player does not have is added to ``strays``.
    """
    tricks: list[Trick] = []
    wrong_leads: list[int] = []
    cards, tokens = play.cards, play.tokens
    stood = _find_stood_leads(play) if play.stood else None
    left = hands.copy()
    leader = elder
    total = len(cards)
    for start in range(0, total, 2):
        index = 0 if leader == "A" else 1
        lead = cards[start]
        if late:
            late = make_changes(left, late, tokens[start])
        if stood is not None and start // 2 in stood:
            index = _find_stood_leader(index, stood[start // 2], lead, left)
            leader = PLAYERS[index]
        if lead is not None:
            bit = 1 << lead
            hand, other = left[index], left[1 - index]
            if other is not None and other & bit and not (hand is not None and hand & bit):
                wrong_leads.append(start // 2 + 1)
                index = 1 - index
                leader = PLAYERS[index]
            elif hand is not None and not hand & bit:
                strays.append(Stray(leader, lead, tokens[start], start // 2 + 1))
            if (hand := left[index]) is not None:
                left[index] = hand & ~bit
        elif left[index]:
            strays.append(Stray(leader, None, tokens[start], start // 2 + 1))
        if start + 1 == total:
            tricks.append(Trick(leader, lead, tokens[start]))
            break
        reply = cards[start + 1]
        index = 1 - index
        if late:
            late = make_changes(left, late, tokens[start + 1])
        if reply is not None:
            bit = 1 << reply
            hand, other = left[index], left[1 - index]
            is_missing = not hand & bit if hand is not None else other is not None and bool(other & bit)
            if is_missing:
                strays.append(Stray(PLAYERS[index], reply, tokens[start + 1], start // 2 + 1))
            if hand is not None:
                left[index] = hand & ~bit
        elif left[index]:
            strays.append(Stray(PLAYERS[index], None, tokens[start + 1], start // 2 + 1))
        winner: Player | None
        if reply is None or lead is None:
            winner = leader if lead is not None else PLAYERS[index] if reply is not None else None
        elif trump is None:
            winner = None
        else:
            winner = PLAYERS[index] if beats(reply, lead, trump) else leader
        tricks.append(Trick(leader, lead, tokens[start], reply, tokens[start + 1], winner))
        if winner is None:
            # Without the trump suit the next leader is unknown, and so is the player of each card.
            break
        leader = winner
    return tricks, wrong_leads


def make_changes(left: list[CardMask | None], late: Sequence[Change], token: int) -> Sequence[Change]:
    """Apply the changes recorded before ``token`` to the hands in the list ``left``. Return the changes still
    to apply.
    """
    made = 0
    for change in late:
        if change.token > token:
            break
        left[seat(change.player)] = hand_after(left[seat(change.player)], change)
        made += 1
    return late[made:] if made else late


def _find_stood_leads(play: Play) -> dict[int, Player | None]:
    """Return the tricks led out of turn whose lead stood: the position of each, with its leader or None if not
    named.
    """
    position_of: dict[Card | None, int] = {}
    for position, card in enumerate(play.cards[::2]):
        position_of.setdefault(card, position)
    stood: dict[int, Player | None] = {}
    for lead in play.stood:
        named = [position_of[card] for card in cards_of(lead.cards) if card in position_of]
        stood[named[0] if named else lead.trick] = lead.player
    return stood


def _find_stood_leader(
    rightful: int, offender: Player | None, lead: Card | None, left: list[CardMask | None]
) -> int:
    """Return the index of the player who led out of turn (law 40), or ``rightful`` if the card is known to be
    theirs.
    """
    index = 1 - rightful if offender is None else seat(offender)
    if index == rightful or lead is None:
        return index
    hand, other = left[index], left[rightful]
    is_rightfuls = other is not None and other >> lead & 1 and not (hand is not None and hand >> lead & 1)
    return rightful if is_rightfuls else index


def _derive_from_play(
    tricks: list[Trick],
    dealt: list[CardMask | None],
    hands: list[CardMask | None],
    discards: list[CardMask | None],
    changes: Sequence[Change],
    late: Sequence[Change],
    incidents: Sequence[IncidentNoted],
    elder: Player,
) -> None:
    """Fill in hands that five complete tricks determine, and from them the hands as dealt."""
    if tricks[-1].reply_token is None:
        return
    for index, player in enumerate(PLAYERS):
        if hands[index] is None:
            hand = _find_hand_played(player, tricks, incidents, elder)
            for change in reversed(late):
                if change.player == player:
                    hand = hand_before(hand, change)
            if hand is None:
                continue
            hands[index] = hand
        if dealt[index] is None and discards[index] is not None:
            hand = hands[index]
            for change in reversed(changes):
                if change.player == player:
                    hand = hand_before(hand, change)
            dealt[index] = hand


def _find_hand_played(
    player: Player, tricks: list[Trick], incidents: Sequence[IncidentNoted], elder: Player
) -> CardMask | None:
    """Return the player's hand from the cards played, or None if they do not show all of it.

    A trick to which the player had no card left to play counts as one of the five.
    """
    played = misses = 0
    for trick in tricks:
        card = trick.card_of(player)
        if card is None:
            misses += 1
        else:
            played |= 1 << card
    if played.bit_count() + misses != HAND_SIZE:
        return None
    if incidents and not misses and _is_number_open(player, incidents, elder):
        return None
    return played


def _is_number_open(player: Player, incidents: Sequence[IncidentNoted], elder: Player) -> bool:
    """Return whether an incident changes the size of the player's hand or leaves it unknown (laws 9, 15 to 34)."""
    for noted in incidents:
        law = noted.incident.law
        if law == 9:
            if noted.remedy == "stand":
                return True
        elif (law in DEALERS_HAND) == (player == elder):
            # The incident is about the other player's hand.
            continue
        elif law in _STAYS_WRONG or (law in TOO_MANY and noted.remedy is None) or noted.remedy == "short":
            return True
    return False
