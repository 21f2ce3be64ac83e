"""Following a deal's items in order: from the tokens of a record to its course.

``follow_deal`` judges nothing and never raises. A card where it can't be is left in the course's ``strays``, a
lead by the wrong player in its ``wrong_leads``.
"""

from __future__ import annotations

from scoring.cards import HAND_SIZE, PACK, PLAYERS, Card, CardMask, Player, Suit, adversary, beats, seat
from scoring.course import (
    HAND_ALTERING_LAWS,
    CallMade,
    Course,
    IncidentNoted,
    KingEvent,
    Stray,
    Swap,
    Trick,
)
from scoring.record import (
    FIRST_ITEM_TOKEN,
    Call,
    CardPlayed,
    Deal,
    Exchange,
    Hand,
    Item,
    KingMarked,
    Outcome,
    Packets,
    Pair,
    Score,
    TurnUp,
    VoidDeal,
)

# Incidents of the play after which the cards shown are not those of one regular run of tricks.
PLAY_ALTERING_LAWS = frozenset({14, 25, 40, 41, 42, 43})
NEVER = -1


class _Items:
    """A deal's items by kind, each with its token, in the making."""

    __slots__ = (
        "calls",
        "card_tokens",
        "cards",
        "dealer",
        "elder",
        "gives",
        "incidents",
        "kings",
        "outcome",
        "outcome_token",
        "packets",
        "packets_token",
        "partial",
        "scores",
        "stated",
        "stated_tokens",
        "swaps",
        "swaps_since_give",
        "turn_up",
        "turn_up_token",
        "void",
    )

    def __init__(self, deal: Deal) -> None:
        self.dealer: Player = deal.dealer
        self.elder: Player = adversary(deal.dealer)
        self.packets: str | None = None
        self.turn_up: Card | None = None
        self.packets_token = self.turn_up_token = self.outcome_token = NEVER
        self.stated: list[int | None] = [None, None]
        self.stated_tokens = [NEVER, NEVER]
        self.partial = [False, False]
        self.calls: list[CallMade] = []
        self.swaps: list[Swap] = []
        self.kings: list[KingEvent] = []
        self.cards: list[Card | None] = []
        self.card_tokens: list[int] = []
        self.outcome: Outcome | None = None
        self.void = False
        self.scores: list[tuple[Pair, int]] = []
        self.incidents: list[IncidentNoted] = []
        self.gives = NEVER
        self.swaps_since_give = 2
        cards, tokens = self.cards, self.card_tokens
        for token, item in enumerate(deal.items, FIRST_ITEM_TOKEN):
            if isinstance(item, CardPlayed):
                cards.append(item.card)
                tokens.append(token)
            else:
                self._take(token, item)

    def _take(self, token: int, item: Item) -> None:
        if isinstance(item, Call):
            self.calls.append(CallMade(item.letter, token, len(self.cards), len(self.swaps)))
            if item.letter == "G":
                self.gives += 1
                self.swaps_since_give = 0
        elif isinstance(item, Exchange):
            self._take_exchange(token, item)
        elif isinstance(item, Hand):
            index = seat(item.player)
            self.stated[index] = item.cards
            self.stated_tokens[index] = token
            self.partial[index] = item.partial
        elif isinstance(item, TurnUp):
            self.turn_up, self.turn_up_token = item.card, token
        elif isinstance(item, Packets):
            self.packets, self.packets_token = item.order, token
        elif isinstance(item, Outcome):
            self.outcome, self.outcome_token = item, token
        elif isinstance(item, Score):
            self.scores.append((item.points, token))
        elif isinstance(item, KingMarked):
            self.kings.append(
                KingEvent(item.player, token, len(self.cards), bool(self.scores), len(self.swaps))
            )
        elif isinstance(item, VoidDeal):
            self.void, self.outcome_token = True, token
        elif not isinstance(item, CardPlayed):
            self.incidents.append(IncidentNoted(item, token, len(self.cards)))
            if item.remedy == "replay":
                # Hands, tricks and the checks on them go back to the first lead, and kings marked before it stay
                # (notation, section 5).
                self.cards.clear()
                self.card_tokens.clear()
                self.kings = [king._replace(cards_played=0) for king in self.kings]

    def _take_exchange(self, token: int, item: Exchange) -> None:
        self.swaps_since_give += 1
        player = self.elder if self.swaps_since_give == 1 else self.dealer
        give = self.gives if self.swaps_since_give <= 2 else NEVER
        self.swaps.append(Swap(player, token, item.count, item.out, item.taken, give))

    def is_marked_by(self, laws: frozenset[int]) -> bool:
        return bool(self.incidents) and any(noted.incident.law in laws for noted in self.incidents)

    def hands_as_stated(self) -> list[CardMask | None]:
        """The hands that are written whole and without a card twice."""
        return [
            None if tally is None or partial or tally > PACK else tally
            for tally, partial in zip(self.stated, self.partial, strict=True)
        ]


def follow_deal(deal: Deal) -> Course:
    """The course of ``deal``."""
    items = _Items(deal)
    trump = None if items.turn_up is None else items.turn_up >> 3
    letters = _governing_letters(items.calls, bool(items.cards))
    certain = not items.is_marked_by(HAND_ALTERING_LAWS)
    dealt = items.hands_as_stated()
    turned_up = 0 if items.turn_up is None else 1 << items.turn_up
    hands, discards, strays = _exchange(dealt, items.swaps, turned_up, certain)
    _forget_unwritten_exchanges(letters.count("G"), items, hands, discards)
    if not certain:
        hands = [None, None]
    tricks, wrong_leads = _play(items.elder, trump, hands, items.cards, items.card_tokens, strays)
    if len(items.cards) == 2 * HAND_SIZE and not strays and None not in items.cards:
        _derive_from_play(tricks, dealt, hands, discards, items.swaps, certain)
    regular = (
        certain
        and not (strays or wrong_leads or items.void)
        and items.turn_up is not None
        and _are_two_hands(hands)
        and not items.is_marked_by(PLAY_ALTERING_LAWS)
    )
    return Course(
        items.dealer,
        items.elder,
        items.packets,
        items.packets_token,
        items.turn_up,
        items.turn_up_token,
        trump,
        (items.stated[0], items.stated[1]),
        (items.stated_tokens[0], items.stated_tokens[1]),
        (items.partial[0], items.partial[1]),
        tuple(items.calls),
        letters,
        vulnerable_player(letters, items.dealer),
        tuple(items.swaps),
        tuple(items.kings),
        tuple(items.cards),
        tuple(tricks),
        items.outcome,
        items.outcome_token,
        items.void,
        tuple(items.scores),
        tuple(items.incidents),
        (dealt[0], dealt[1]),
        (hands[0], hands[1]),
        (discards[0], discards[1]),
        tuple(strays),
        tuple(wrong_leads),
        regular,
        tuple(items.card_tokens),
    )


def _are_two_hands(hands: list[CardMask | None]) -> bool:
    """Both hands are known, five cards each, none in both."""
    a, b = hands
    return a is not None and b is not None and not a & b and a.bit_count() == b.bit_count() == HAND_SIZE


def vulnerable_player(letters: str, dealer: Player) -> str | None:
    """Law 49: the elder who stood at his first chance, or the dealer who refused the first proposal."""
    if letters[:1] == "S":
        return "B" if dealer == "A" else "A"
    if letters[:2] == "PR":
        return dealer
    if letters[:2] == "PG":
        return "none"
    return None


def _governing_letters(calls: list[CallMade], played: bool) -> str:
    """The calls that stand: after one taken back (laws 26 and 27) the last governs the marks."""
    letters = ""
    for call in calls:
        letter = call.letter
        last = letters[-1:]
        if letter in "PS":
            if last in ("P", "S"):
                letters = letters[:-1]
            elif last == "R":
                continue
        elif last == "P":
            pass
        elif last in ("G", "R"):
            letters = letters[:-1]
        else:
            letters = letters[:-1] + "P"
        letters += letter
    if played and letters[-1:] == "G":
        letters += "S"
    return letters


def _exchange(
    dealt: list[CardMask | None], swaps: list[Swap], turned_up: CardMask, certain: bool
) -> tuple[list[CardMask | None], list[CardMask | None], list[Stray]]:
    hands = dealt.copy()
    if not swaps:
        return hands, [0, 0], []
    discards: list[CardMask | None] = [0, 0]
    strays: list[Stray] = []
    for swap in swaps:
        index = seat(swap.player)
        held, out, taken = hands[index], swap.out, swap.taken
        if swap.number == 0:
            out = taken = 0
        gone = discards[index]
        discards[index] = None if out is None or gone is None else gone | out & PACK
        if out is not None and certain:
            elsewhere = (hands[1 - index] or 0) | turned_up
            impossible = (out & ~held if held is not None else out & elsewhere) & PACK
            if impossible:
                strays.append(Stray(swap.player, impossible.bit_length() - 1, swap.token, None))
        if held is None or out is None or taken is None:
            hands[index] = None
        else:
            hands[index] = (held & ~out | taken) & PACK
    return hands, discards, strays


def _forget_unwritten_exchanges(
    gives: int, items: _Items, hands: list[CardMask | None], discards: list[CardMask | None]
) -> None:
    """A player who was given cards, and of whom no exchange is written, holds what nobody knows."""
    for index, player in enumerate(PLAYERS):
        if sum(swap.player == player for swap in items.swaps) < gives:
            hands[index] = discards[index] = None


def _play(
    elder: Player,
    trump: Suit | None,
    hands: list[CardMask | None],
    cards: list[Card | None],
    tokens: list[int],
    strays: list[Stray],
) -> tuple[list[Trick], list[int]]:
    tricks: list[Trick] = []
    wrong_leads: list[int] = []
    left = hands.copy()
    leader = elder
    total = len(cards)
    for start in range(0, total, 2):
        index = 0 if leader == "A" else 1
        lead = cards[start]
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
        if start + 1 == total:
            tricks.append(Trick(leader, lead, tokens[start]))
            break
        reply = cards[start + 1]
        index = 1 - index
        if reply is not None:
            bit = 1 << reply
            held, other = left[index], left[1 - index]
            is_missing = not held & bit if held is not None else other is not None and bool(other & bit)
            if is_missing:
                strays.append(Stray(PLAYERS[index], reply, tokens[start + 1], start // 2 + 1))
            if held is not None:
                left[index] = held & ~bit
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


def _derive_from_play(
    tricks: list[Trick],
    dealt: list[CardMask | None],
    hands: list[CardMask | None],
    discards: list[CardMask | None],
    swaps: list[Swap],
    certain: bool,
) -> None:
    """Fill in hands that ten played cards determine, and from them the hands as dealt."""
    if len(tricks) < HAND_SIZE:
        return
    for index, player in enumerate(PLAYERS):
        if hands[index] is None:
            shown = 0
            for trick in tricks:
                card = trick.lead if trick.leader == player else trick.reply
                if card is not None:
                    shown |= 1 << card
            if shown.bit_count() != HAND_SIZE:
                continue
            hands[index] = shown
        if dealt[index] is None and certain and discards[index] is not None:
            hand: CardMask | None = hands[index]
            for swap in reversed(swaps):
                if swap.player != player or swap.number == 0 or hand is None:
                    continue
                known = swap.out is not None and swap.taken is not None
                hand = (hand & ~(swap.taken or 0) | (swap.out or 0)) & PACK if known else None
            dealt[index] = hand
