"""What hands become: through exchanges and remedies to the first lead, through the play, and back from the play.

It judges nothing. Hands are ``[A's, B's]``, a mask is None where the record does not determine the cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from scoring.cards import HAND_SIZE, PACK, PLAYERS, Card, CardMask, Player, Suit, beats, cards_of, seat
from scoring.course import Change, IncidentNoted, Stray, Swap, Trick, hand_after, hand_before
from scoring.incidents import DEALERS_HAND, TOO_MANY

_STAYS_WRONG: Final = frozenset({20, 21})


class StoodLead(NamedTuple):
    """A lead out of turn that stood (law 40): by ``player``, where it is said by whom, one of ``cards``, where it is
    said which, else that of the trick at position ``trick``.
    """

    player: Player | None
    cards: CardMask
    trick: int


class Play(NamedTuple):
    """Cards played from a first lead on, with their tokens, and the leads out of turn that stood."""

    cards: list[Card | None]
    tokens: list[int]
    stood: list[StoodLead]


class Followed(NamedTuple):
    """What came of a deal's cards; the fields are those of ``scoring.course.Course``.

    ``are_regular``: both hands are known at the first lead, five cards each, and stay as they are.
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
    """Follow hands through ``changes`` and ``play``, and fill in those that the play determines, ``dealt`` as well.

    ``out_of_play`` are turn-up and cards laid aside, ``gives`` the acceptances that stand.
    """
    late: list[Change] = []
    if changes and play.tokens and changes[-1].token > play.tokens[0]:
        late = [change for change in changes if change.token > play.tokens[0]]
        changes = changes[: -len(late)]
    hands, discards, strays = _exchange(dealt, changes, out_of_play)
    if gives:
        _forget_unwritten_exchanges(gives, (*changes, *late), hands, discards)
    tricks, wrong_leads = play_tricks(elder, trump, hands, play, late, strays)
    if len(tricks) == HAND_SIZE and not strays and (incidents or None not in play.cards):
        _derive_from_play(tricks, dealt, hands, discards, changes, late, incidents, elder)
    are_regular = not late and _are_two_hands(hands)
    return Followed(hands, discards, tricks, wrong_leads, strays, are_regular)


def _are_two_hands(hands: list[CardMask | None]) -> bool:
    """Both hands are known, five cards each, none in both."""
    a, b = hands
    return a is not None and b is not None and not a & b and a.bit_count() == b.bit_count() == HAND_SIZE


def _exchange(
    dealt: list[CardMask | None], changes: Sequence[Change], out_of_play: CardMask
) -> tuple[list[CardMask | None], list[CardMask | None], list[Stray]]:
    hands = dealt.copy()
    if not changes:
        return hands, [0, 0], []
    discards: list[CardMask | None] = [0, 0]
    strays: list[Stray] = []
    for change in changes:
        index = seat(change.player)
        held, out = hands[index], change.out
        gone = discards[index]
        discards[index] = None if out is None or gone is None else gone | out & PACK
        if out and isinstance(change, Swap):
            elsewhere = (hands[1 - index] or 0) | out_of_play
            impossible = (out & ~held if held is not None else out & elsewhere) & PACK
            if impossible:
                strays.append(Stray(change.player, impossible.bit_length() - 1, change.token, None))
        hands[index] = hand_after(held, change)
    return hands, discards, strays


def _forget_unwritten_exchanges(
    gives: int,
    changes: Sequence[Change],
    hands: list[CardMask | None],
    discards: list[CardMask | None],
) -> None:
    """A player who was given cards, and of whom no exchange is written, holds what nobody knows."""
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
    """The tricks of ``play`` from ``hands`` at the first lead, and the numbers of those led by the wrong player.

    ``late`` are the changes of hands behind the first lead. Cards where they can't be are added to ``strays``.
    """
    tricks: list[Trick] = []
    wrong_leads: list[int] = []
    cards, tokens = play.cards, play.tokens
    stood = _stood_leads(play) if play.stood else None
    left = hands.copy()
    leader = elder
    total = len(cards)
    for start in range(0, total, 2):
        index = 0 if leader == "A" else 1
        lead = cards[start]
        if late:
            late = make_changes(left, late, tokens[start])
        if stood is not None and start // 2 in stood:
            index = _leader_who_stood(index, stood[start // 2], lead, left)
            leader = PLAYERS[index]
        if lead is not None:
            bit = 1 << lead
            held, other = left[index], left[1 - index]
            if other is not None and other & bit and not (held is not None and held & bit):
                wrong_leads.append(start // 2 + 1)
                index = 1 - index
                leader = PLAYERS[index]
            elif held is not None and not held & bit:
                strays.append(Stray(leader, lead, tokens[start], start // 2 + 1))
            if (held := left[index]) is not None:
                left[index] = held & ~bit
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
            held, other = left[index], left[1 - index]
            is_missing = not held & bit if held is not None else other is not None and bool(other & bit)
            if is_missing:
                strays.append(Stray(PLAYERS[index], reply, tokens[start + 1], start // 2 + 1))
            if held is not None:
                left[index] = held & ~bit
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
            # Without the trump suit who leads next is not known, nor whose the cards are.
            break
        leader = winner
    return tricks, wrong_leads


def make_changes(left: list[CardMask | None], late: Sequence[Change], token: int) -> Sequence[Change]:
    """Change the hands ``left`` by what comes before ``token``; the changes that are still to come."""
    made = 0
    for change in late:
        if change.token > token:
            break
        left[seat(change.player)] = hand_after(left[seat(change.player)], change)
        made += 1
    return late[made:] if made else late


def _stood_leads(play: Play) -> dict[int, Player | None]:
    """The tricks, by position, that were led out of turn and stood, and by whom, where that is said."""
    position_of: dict[Card | None, int] = {}
    for position, card in enumerate(play.cards[::2]):
        position_of.setdefault(card, position)
    stood: dict[int, Player | None] = {}
    for lead in play.stood:
        named = [position_of[card] for card in cards_of(lead.cards) if card in position_of]
        stood[named[0] if named else lead.trick] = lead.player
    return stood


def _leader_who_stood(
    rightful: int, offender: Player | None, lead: Card | None, left: list[CardMask | None]
) -> int:
    """Law 40: he who led out of turn, unless the card led is known to be the rightful leader's."""
    index = 1 - rightful if offender is None else seat(offender)
    if index == rightful or lead is None:
        return index
    held, other = left[index], left[rightful]
    is_rightfuls = other is not None and other >> lead & 1 and not (held is not None and held >> lead & 1)
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
    """Fill in hands that five whole tricks determine, and from them the hands as dealt."""
    if tricks[-1].reply_token is None:
        return
    for index, player in enumerate(PLAYERS):
        if hands[index] is None:
            hand = _hand_shown(player, tricks, incidents, elder)
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


def _hand_shown(
    player: Player, tricks: list[Trick], incidents: Sequence[IncidentNoted], elder: Player
) -> CardMask | None:
    """All that the player held, where his five cards show it, or fewer and the tricks that he could not play to."""
    shown = misses = 0
    for trick in tricks:
        card = trick.card_of(player)
        if card is None:
            misses += 1
        else:
            shown |= 1 << card
    if shown.bit_count() + misses != HAND_SIZE:
        return None
    if incidents and not misses and _is_number_open(player, incidents, elder):
        return None
    return shown


def _is_number_open(player: Player, incidents: Sequence[IncidentNoted], elder: Player) -> bool:
    """Whether an incident leaves the player with more than five cards, or fewer, or leaves it open (9, 15 to 34)."""
    for noted in incidents:
        law = noted.incident.law
        if law == 9:
            if noted.remedy == "stand":
                return True
        elif (law in DEALERS_HAND) == (player == elder):
            continue
        elif law in _STAYS_WRONG or (law in TOO_MANY and noted.remedy is None) or noted.remedy == "short":
            return True
    return False
