"""The course of a deal: its items followed in order, hands and tricks made plain.

``follow_deal`` says what happened as far as the record shows it; whether the laws allow it is for
``scoring.laws`` to say. Laws, marks, review and pages all read the same course.

Pairs are ``[A's, B's]`` (``cards.seat`` gives the index); a mask is None where the record does not determine
the cards; tokens count as in ``scoring.record``.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from scoring.cards import (
    HAND_SIZE,
    PACK,
    PLAYERS,
    Card,
    CardMask,
    Player,
    Suit,
    beats,
    seat,
)
from scoring.record import (
    FIRST_ITEM_TOKEN,
    Call,
    CardPlayed,
    Deal,
    Exchange,
    Hand,
    Incident,
    KingMarked,
    Outcome,
    Packets,
    Pair,
    Score,
    TurnUp,
    VoidDeal,
)

Masks: TypeAlias = tuple[CardMask | None, CardMask | None]

# Incidents after which the cards in a hand are no longer those that the tokens alone would give: the
# number of cards dealt, turned up, taken or put aside was wrong, or a hand was completed or drawn from.
HAND_ALTERING_LAWS = frozenset(
    {9, 11, 13, 15, 16, 17, 18, 20, 21, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 45}
)


class Trick(NamedTuple):
    """One trick as recorded. ``reply`` None: not recorded, or a short hand; ``winner`` None: not decided.

    ``token`` is the lead's, ``reply_token`` the reply's.
    """

    leader: Player
    lead: Card | None
    token: int
    reply: Card | None = None
    reply_token: int | None = None
    winner: Player | None = None


class KingEvent(NamedTuple):
    """A king marked: by whom, after how many cards of the play, and whether behind the deal's score."""

    player: Player
    token: int
    cards_played: int
    after_score: bool
    exchanges_made: int


class CallMade(NamedTuple):
    letter: str
    token: int
    cards_played: int
    exchanges_made: int


class Swap(NamedTuple):
    """One player's exchange. ``give`` is the acceptance it belongs to (0 = the first), -1 where there is none."""

    player: Player
    token: int
    number: int
    out: int | None
    taken: int | None
    give: int


class ExchangeRound(NamedTuple):
    """One acceptance and its two exchanges; a count or mask is None where the record does not show it."""

    elder_count: int | None
    elder_out: CardMask | None
    elder_taken: CardMask | None
    dealer_count: int | None
    dealer_out: CardMask | None
    dealer_taken: CardMask | None


class IncidentNoted(NamedTuple):
    incident: Incident
    token: int
    cards_played: int


class Stray(NamedTuple):
    """A card played or put out by a player whose known cards do not hold it."""

    player: Player
    card: Card
    token: int
    trick: int | None


class Course(NamedTuple):
    """What happened in one deal.

    ``stated``: the hands as the record writes them (tallies), ``dealt``: as dealt, stated or derived,
    ``hands``: at the first lead, ``discards``: all that each put out. ``letters``: the calls that govern
    the deal in order, retracted ones left out, a stand implied by a lead included (``PGS``).
    ``vulnerable``: the player against whom the point counts two (law 49), "none", or None where the
    calls are not recorded. ``strays`` and ``wrong_leads`` (trick numbers) are for the laws.
    ``regular``: both hands are certain and five cards each, and nothing irregular stands in the deal's cards.
    """

    dealer: Player
    elder: Player
    packets: str | None
    packets_token: int
    turn_up: Card | None
    turn_up_token: int
    trump: Suit | None
    stated: tuple[int | None, int | None]
    stated_tokens: tuple[int, int]
    partial: tuple[bool, bool]
    calls: tuple[CallMade, ...]
    letters: str
    vulnerable: str | None
    swaps: tuple[Swap, ...]
    kings: tuple[KingEvent, ...]
    cards: tuple[Card | None, ...]
    tricks: tuple[Trick, ...]
    outcome: Outcome | None
    outcome_token: int
    void: bool
    scores: tuple[tuple[Pair, int], ...]
    incidents: tuple[IncidentNoted, ...]
    dealt: Masks
    hands: Masks
    discards: Masks
    strays: tuple[Stray, ...]
    wrong_leads: tuple[int, ...]
    regular: bool

    @property
    def exchanges(self) -> tuple[ExchangeRound, ...]:
        """The exchanges, one round for each acceptance that has any."""
        rounds = []
        for give in sorted({swap.give for swap in self.swaps}):
            made = {swap.player: swap for swap in self.swaps if swap.give == give}
            elder, dealer = made.get(self.elder), made.get(self.dealer)
            rounds.append(
                ExchangeRound(
                    elder.number if elder else None,
                    elder.out if elder else None,
                    elder.taken if elder else None,
                    dealer.number if dealer else None,
                    dealer.out if dealer else None,
                    dealer.taken if dealer else None,
                )
            )
        return tuple(rounds)

    @property
    def tricks_won(self) -> Pair:
        """Tricks that the recorded cards decide, [A's, B's]."""
        won_by_a = won_by_b = 0
        for trick in self.tricks:
            if trick.winner == "A":
                won_by_a += 1
            elif trick.winner == "B":
                won_by_b += 1
        return won_by_a, won_by_b

    @property
    def is_played_out(self) -> bool:
        """All five tricks are on record."""
        won = self.tricks_won
        return won[0] + won[1] == HAND_SIZE

    @property
    def is_abandoned(self) -> bool:
        """A hand was given up (law 42); thrown down to claim the tricks is not that."""
        return any(
            noted.incident.law == 42 and "claim" not in noted.incident.facts for noted in self.incidents
        )

    def has_incident(self, *laws: int) -> bool:
        return any(noted.incident.law in laws for noted in self.incidents)


def follow_deal(deal: Deal) -> Course:
    """The course of ``deal``. Never raises: what can't be, is left in ``strays`` and ``wrong_leads``."""
    dealer = deal.dealer
    elder: Player = "B" if dealer == "A" else "A"
    packets: str | None = None
    turn_up: Card | None = None
    packets_token = turn_up_token = outcome_token = -1
    stated: list[int | None] = [None, None]
    stated_tokens = [-1, -1]
    partial = [False, False]
    calls: list[CallMade] = []
    swaps: list[Swap] = []
    kings: list[KingEvent] = []
    cards: list[Card | None] = []
    card_tokens: list[int] = []
    outcome: Outcome | None = None
    void = False
    scores: list[tuple[Pair, int]] = []
    incidents: list[IncidentNoted] = []
    gives = -1
    swaps_since_give = 2
    token = FIRST_ITEM_TOKEN - 1
    for item in deal.items:
        token += 1
        if isinstance(item, CardPlayed):
            cards.append(item.card)
            card_tokens.append(token)
        elif isinstance(item, Call):
            calls.append(CallMade(item.letter, token, len(cards), len(swaps)))
            if item.letter == "G":
                gives += 1
                swaps_since_give = 0
        elif isinstance(item, Exchange):
            swaps_since_give += 1
            player = elder if swaps_since_give == 1 else dealer
            give = gives if swaps_since_give <= 2 else -1
            swaps.append(Swap(player, token, item.count, item.out, item.taken, give))
        elif isinstance(item, Hand):
            index = seat(item.player)
            stated[index] = item.cards
            stated_tokens[index] = token
            partial[index] = item.partial
        elif isinstance(item, TurnUp):
            turn_up, turn_up_token = item.card, token
        elif isinstance(item, Packets):
            packets, packets_token = item.order, token
        elif isinstance(item, Outcome):
            outcome, outcome_token = item, token
        elif isinstance(item, Score):
            scores.append((item.points, token))
        elif isinstance(item, KingMarked):
            kings.append(KingEvent(item.player, token, len(cards), bool(scores), len(swaps)))
        elif isinstance(item, VoidDeal):
            void, outcome_token = True, token
        else:
            incidents.append(IncidentNoted(item, token, len(cards)))
            if item.remedy == "replay":
                # "After :replay hands, tricks and the checks on them go back to the first lead" (notation, 5)
                cards.clear()
                card_tokens.clear()
    trump = None if turn_up is None else turn_up >> 3
    letters = _governing_letters(calls, bool(cards))
    certain = not incidents or not any(noted.incident.law in HAND_ALTERING_LAWS for noted in incidents)
    dealt: list[CardMask | None] = [
        None if whole is None or unsure or whole > PACK else whole
        for whole, unsure in zip(stated, partial, strict=True)
    ]
    hands, discards, strays = _exchange(dealt, swaps, certain)
    if not certain:
        hands = [None, None]
    tricks, wrong_leads = _play(elder, trump, hands, cards, card_tokens, strays)
    if len(cards) == 2 * HAND_SIZE and not strays and None not in cards:
        _derive_from_play(tricks, dealt, hands, swaps, certain)
    regular = (
        certain
        and not strays
        and not wrong_leads
        and turn_up is not None
        and hands[0] is not None
        and hands[1] is not None
        and not hands[0] & hands[1]
        and hands[0].bit_count() == HAND_SIZE
        and hands[1].bit_count() == HAND_SIZE
        and not (incidents and any(noted.incident.law in (14, 25, 40, 41, 42, 43) for noted in incidents))
        and not void
    )
    return Course(
        dealer,
        elder,
        packets,
        packets_token,
        turn_up,
        turn_up_token,
        trump,
        (stated[0], stated[1]),
        (stated_tokens[0], stated_tokens[1]),
        (partial[0], partial[1]),
        tuple(calls),
        letters,
        vulnerable_player(letters, dealer),
        tuple(swaps),
        tuple(kings),
        tuple(cards),
        tuple(tricks),
        outcome,
        outcome_token,
        void,
        tuple(scores),
        tuple(incidents),
        (dealt[0], dealt[1]),
        (hands[0], hands[1]),
        (discards[0], discards[1]),
        tuple(strays),
        tuple(wrong_leads),
        regular,
    )


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
    dealt: list[CardMask | None], swaps: list[Swap], certain: bool
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
            other = hands[1 - index]
            impossible = out & ~held if held is not None else out & other if other is not None else 0
            impossible &= PACK
            if impossible:
                strays.append(Stray(swap.player, impossible.bit_length() - 1, swap.token, None))
        if held is None or out is None or taken is None:
            hands[index] = None
        else:
            hands[index] = (held & ~out | taken) & PACK
    return hands, discards, strays


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
    played = 0
    total = len(cards)
    for start in range(0, total, 2):
        index = 0 if leader == "A" else 1
        lead = cards[start]
        if lead is not None:
            bit = 1 << lead
            held = left[index]
            if held is None or held & bit:
                pass
            else:
                other = left[1 - index]
                if other is not None and other & bit:
                    wrong_leads.append(start // 2 + 1)
                    index = 1 - index
                    leader = PLAYERS[index]
                else:
                    strays.append(Stray(leader, lead, tokens[start], start // 2 + 1))
            if (held := left[index]) is not None:
                left[index] = held & ~bit
            played |= bit
        if start + 1 == total:
            tricks.append(Trick(leader, lead, tokens[start]))
            break
        reply = cards[start + 1]
        index = 1 - index
        if reply is not None:
            bit = 1 << reply
            held = left[index]
            if held is not None:
                if not held & bit:
                    strays.append(Stray(PLAYERS[index], reply, tokens[start + 1], start // 2 + 1))
                left[index] = held & ~bit
            played |= bit
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
        if dealt[index] is None and certain:
            hand: CardMask | None = hands[index]
            for swap in reversed(swaps):
                if swap.player != player or swap.number == 0 or hand is None:
                    continue
                known = swap.out is not None and swap.taken is not None
                hand = (hand & ~(swap.taken or 0) | (swap.out or 0)) & PACK if known else None
            dealt[index] = hand
