"""Data types for the course of a deal: everything that happened in the deal, with the hands and tricks worked
out.

``scoring.follow`` builds a course from a record. Laws, marks, review and pages all use it. ``scoring.laws``
decides whether the laws allow what happened.

Pairs are ``[A's, B's]`` (``cards.seat`` gives the index). A mask is None if the record does not determine the
cards. Tokens are numbered as in ``scoring.record``.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from scoring.cards import HAND_SIZE, PACK, Card, CardMask, Player, Suit, seat
from scoring.checks import FIRST_CHECKS, LATEST_CHECKS
from scoring.incidents import Remedy, Situation
from scoring.record import Incident, Outcome, Pair, Variant

PACK_SIZE: Final = 32
BEHIND_DEAL: Final = 1 << 30
"""A token number above that of every token in a deal. Corrections by incidents of the next deal have this
number.
"""

Masks: TypeAlias = tuple[CardMask | None, CardMask | None]


class Trick(NamedTuple):
    """One trick of a deal.

    ``lead`` and ``reply`` are cards. Each is None if the card was not recorded, or if a short hand had no
    card left. ``winner`` is the player who won the trick, or None if it is not decided. ``token`` is the
    number of the token that records the lead, ``reply_token`` the number of the token that records the reply.
    """

    leader: Player
    lead: Card | None
    token: int
    reply: Card | None = None
    reply_token: int | None = None
    winner: Player | None = None

    def card_of(self, player: Player) -> Card | None:
        """Return the card that ``player`` led or replied with, or None if there is none on record."""
        return self.lead if self.leader == player else self.reply


class KingEvent(NamedTuple):
    """A king that ``player`` marked or announced.

    ``cards_played`` and ``changes_made`` are the numbers of cards played and of changes of hands before the
    king was marked or announced. ``after_score`` is whether the king is recorded after a score.
    """

    player: Player
    token: int
    cards_played: int
    after_score: bool
    changes_made: int


class CallMade(NamedTuple):
    """A call in the deal, by its letter in the notation.

    ``is_conditional`` is whether the player accepted on condition that the stock has enough cards (law 38).
    """

    letter: str
    token: int
    cards_played: int
    is_conditional: bool = False


class Swap(NamedTuple):
    """The exchange of one player after a proposal was accepted.

    - ``give``: the index of the acceptance in the deal, from 0, or -1 if the exchange has none.
    - ``number``: the number of cards exchanged.
    - ``out`` and ``taken``: the cards discarded and drawn, as tallies; 0 for a player who exchanges nothing,
      None if unknown.
    """

    player: Player
    token: int
    number: int
    out: int | None
    taken: int | None
    give: int


class Alteration(NamedTuple):
    """A change of a hand by the remedy of an incident.

    ``out`` is the mask of the cards that leave the hand, ``taken`` the mask of the cards drawn or added. A
    mask is None if the incident does not name the cards.
    """

    player: Player
    token: int
    out: CardMask | None
    taken: CardMask | None


Change: TypeAlias = Swap | Alteration


class ExchangeRound(NamedTuple):
    """One acceptance and the exchanges of both players after it. A count or mask is None if the record does not
    show it.
    """

    elder_count: int | None
    elder_out: CardMask | None
    elder_taken: CardMask | None
    dealer_count: int | None
    dealer_out: CardMask | None
    dealer_taken: CardMask | None


class IncidentNoted(NamedTuple):
    """An incident of the deal, with the number of its token.

    - ``remedy``: the remedy that was applied, or None.
    - ``situation``: the facts of the deal on which the allowed remedies depend.
    - ``revealed``: the cards that the incident showed to both players.
    - ``is_of_last_deal``: whether the incident corrects the score of the deal before (laws 50 and 51).
    """

    incident: Incident
    token: int
    cards_played: int
    remedy: Remedy | None = None
    situation: Situation = Situation()
    revealed: CardMask = 0
    is_of_last_deal: bool = False


class Stray(NamedTuple):
    """A card played or discarded by a player whose known hand does not contain it.

    ``card`` is None for a player who played no card although cards were left in the hand. ``trick`` is the
    number of the trick, or None for a discard.
    """

    player: Player
    card: Card | None
    token: int
    trick: int | None


class Course(NamedTuple):
    """The events of one deal.

    - ``stated``: the hands as the record writes them (tallies).
    - ``dealt``: the hands as dealt, written in the record or derived.
    - ``hands``: the hands at the first lead.
    - ``discards``: all cards that each player discarded.
    - ``partial``: for each player, whether the record writes only some cards of the hand.
    - ``letters``: the calls that govern the deal, in order (``PGS``). Retracted calls are omitted, and calls
      that a lead implies are added. The meaning of the letters depends on ``variant`` (``scoring.variants``).
    - ``vulnerable``: the player against whom the point counts two (law 49), "none", or None if the calls are
      not recorded.
    - ``strays``: cards played or discarded by a player whose known hand does not contain them.
    - ``wrong_leads``: the numbers of the tricks that the wrong player led.
    - ``changes``: exchanges, and changes of hands by incidents, in order.
    - ``aside``: cards out of play that both players saw.
    - ``revealed``: the cards of A's and of B's hand at the first lead that the opponent has seen through
      incidents.
    - ``replayed``: the tricks of each play that did not count because the hand was replayed (laws 25 and 43),
      as far as the cards determine them.
    - ``replay_tokens``: the number of the token at which each play in ``replayed`` ended.
    - ``cards`` and ``tricks``: the cards and tricks of the play that counts.
    - ``hands_by_change``: the result of ``held_between`` for each player, stored if there are incidents and by
      ``with_hands``.
    - ``regular``: whether the cards of the deal are certain and were played regularly. The turn-up is known
      and the deal is not void. Both hands at the first lead are known, have five cards each, and do not
      change later. Each card of the play that counts is on record and comes from these hands, and each lead
      was in turn or left standing (law 40). The play may stop early, and may include a reply against law 43.
    - ``announced``: kings that were announced but not marked at the same time.
    - ``checks``: the version of the checks by which the deal is judged.
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
    card_tokens: tuple[int, ...] = ()
    changes: tuple[Change, ...] = ()
    aside: CardMask = 0
    revealed: tuple[CardMask, CardMask] = (0, 0)
    replayed: tuple[tuple[Trick, ...], ...] = ()
    replay_tokens: tuple[int, ...] = ()
    hands_by_change: tuple[tuple[CardMask | None, ...], tuple[CardMask | None, ...]] = ((), ())
    variant: Variant = "ecarte"
    announced: tuple[KingEvent, ...] = ()
    checks: int = LATEST_CHECKS

    def held_between(self, player: Player) -> Sequence[CardMask | None]:
        """Return the player's hand before the first change of any hand, then the player's hand after each
        change.

        Changes of the opponent's hand are included in the sequence. A hand is None if it is unknown. Cards
        that were played are not removed from the hands.
        """
        index = seat(player)
        if self.hands_by_change[index]:
            return self.hands_by_change[index]
        changes = self.changes
        hands: list[CardMask | None] = [self.dealt[index]]
        for change in changes:
            hands.append(hand_after(hands[-1], change) if change.player == player else hands[-1])
        at_lead = self.changes_at_lead
        # An exchange that is not on record leaves the hand at the lead unknown, whatever was dealt.
        hands[at_lead] = self.hands[index]
        if None not in hands:
            return hands
        for position in range(at_lead, 0, -1):
            change, hand = changes[position - 1], hands[position]
            if hands[position - 1] is None:
                hands[position - 1] = hand_before(hand, change) if change.player == player else hand
        for position in range(at_lead, len(changes)):
            change, hand = changes[position], hands[position]
            if hands[position + 1] is None:
                hands[position + 1] = hand_after(hand, change) if change.player == player else hand
        return hands

    def with_hands(self) -> Course:
        """Return the course with ``hands_by_change`` stored, for callers that ask for the hands at many tokens."""
        if all(self.hands_by_change):
            return self
        return self._replace(hands_by_change=(tuple(self.held_between("A")), tuple(self.held_between("B"))))

    @property
    def changes_at_lead(self) -> int:
        """The number of changes of hands before the first lead of the play that counts."""
        changes, tokens = self.changes, self.card_tokens
        if not changes or not tokens or changes[-1].token < tokens[0]:
            return len(changes)
        return bisect_left(changes, tokens[0], key=token_of)

    def held_at(self, player: Player, token: int) -> CardMask | None:
        """Return the player's hand just before the token with the number ``token``, or None if the hand is
        unknown.

        Cards already played are not in the hand.
        """
        hand = self.held_between(player)[bisect_left(self.changes, token, key=token_of)]
        if hand is None:
            return None
        for trick in self.tricks_at(token)[:PACK_SIZE]:
            if trick.token >= token:
                break
            is_lead = trick.leader == player
            card = trick.lead if is_lead else trick.reply
            if card is not None and (is_lead or (trick.reply_token or 0) < token):
                hand &= ~(1 << card)
        return hand

    def tricks_at(self, token: int) -> tuple[Trick, ...]:
        """Return the tricks of the play to which the token with the number ``token`` belongs.

        If the hand was replayed (laws 25 and 43), a deal has several plays; only the last one counts.
        """
        play = bisect_left(self.replay_tokens, token)
        return self.replayed[play] if play < len(self.replayed) else self.tricks

    @property
    def exchanges(self) -> tuple[ExchangeRound, ...]:
        """The exchanges in order, one round for each acceptance that was followed by an exchange."""
        by_give: dict[int, dict[Player, Swap]] = {}
        for swap in self.swaps:
            by_give.setdefault(swap.give, {})[swap.player] = swap
        rounds = []
        for give in sorted(by_give):
            made = by_give[give]
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
        """The number of tricks that each player has won by the recorded cards, [A's, B's]."""
        winners = [trick.winner for trick in self.tricks]
        return winners.count("A"), winners.count("B")

    @property
    def kings_heard(self) -> tuple[KingEvent, ...]:
        """The kings marked or announced in the deal, so that the opponent heard of them, in order of their
        tokens.
        """
        if not self.announced:
            return self.kings
        return tuple(sorted((*self.kings, *self.announced), key=lambda king: king.token))

    @property
    def are_hands_shown(self) -> bool:
        """True if both hands are known at the first lead, or if ``are_hands_written`` is true."""
        return (self.hands[0] is not None and self.hands[1] is not None) or self.are_hands_written

    @property
    def are_hands_written(self) -> bool:
        """True if the record writes both complete hands as dealt, and every card discarded and drawn."""
        whole = None not in self.stated and not any(self.partial)
        return whole and all(change.out is not None and change.taken is not None for change in self.changes)

    @property
    def is_played_out(self) -> bool:
        """True if the winners of all five tricks are on record."""
        tricks = self.tricks
        if len(tricks) < HAND_SIZE:
            return False
        return len(tricks) - [trick.winner for trick in tricks].count(None) == HAND_SIZE

    @property
    def is_abandoned(self) -> bool:
        """True if a player gave up the hand (law 42, remedy ``abandon``) in the play that counts.

        A player who lays down the cards to claim the tricks does not give up.
        """
        return bool(self.incidents) and any(noted.remedy == "abandon" for noted in self.abandonments)

    @property
    def abandonments(self) -> tuple[IncidentNoted, ...]:
        """The incidents of law 42 (a hand given up) in the play that counts.

        Incidents before a replay (laws 25 and 43) are excluded, because the replay undoes them. The first
        version of the checks includes them.
        """
        is_undone = self.checks > FIRST_CHECKS and self.replay_tokens
        since = self.replay_tokens[-1] if is_undone else -1
        return tuple(noted for noted in self.incidents if noted.incident.law == 42 and noted.token > since)

    @property
    def incidents_of_last_deal(self) -> tuple[IncidentNoted, ...]:
        """The incidents that correct the score of the previous deal (laws 50 and 51)."""
        return tuple(noted for noted in self.incidents if noted.is_of_last_deal)

    def has_incident(self, *laws: int) -> bool:
        return bool(self.incidents) and any(noted.incident.law in laws for noted in self.incidents)


def hand_after(hand: CardMask | None, change: Change) -> CardMask | None:
    """Return the hand after ``change``, or None if the hand is unknown or the cards of the change are
    unknown.
    """
    if hand is None or change.out is None or change.taken is None:
        return None
    return (hand & ~change.out | change.taken) & PACK


def hand_before(hand: CardMask | None, change: Change) -> CardMask | None:
    """Return the hand as it was before ``change``, or None if it can't be computed.

    ``hand`` is the hand after the change. The result is None if ``hand`` or the cards of the change are
    unknown.
    """
    if hand is None or change.out is None or change.taken is None:
        return None
    return (hand & ~change.taken | change.out) & PACK


def token_of(change: Change) -> int:
    """Return the token number of a change of a hand. It is the sort key for lists of changes."""
    return change.token
