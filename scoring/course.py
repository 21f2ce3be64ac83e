"""The course of a deal: what happened in it, hands and tricks made plain.

``scoring.follow`` makes it from a record; laws, marks, review and pages all read the same course. Whether the
laws allow what happened is for ``scoring.laws`` to say.

Pairs are ``[A's, B's]`` (``cards.seat`` gives the index); a mask is None where the record does not determine
the cards; tokens count as in ``scoring.record``.
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
"""A token behind every one of a deal: when the next deal's incidents put its score right."""

Masks: TypeAlias = tuple[CardMask | None, CardMask | None]


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

    def card_of(self, player: Player) -> Card | None:
        """The card that ``player`` led or replied with."""
        return self.lead if self.leader == player else self.reply


class KingEvent(NamedTuple):
    """A king marked or announced: by whom, after how many cards of the play and changes of hands, and whether behind
    the score.
    """

    player: Player
    token: int
    cards_played: int
    after_score: bool
    changes_made: int


class CallMade(NamedTuple):
    """A call. ``is_conditional``: cards given on condition that the stock has enough (law 38)."""

    letter: str
    token: int
    cards_played: int
    is_conditional: bool = False


class Swap(NamedTuple):
    """One player's exchange. ``give`` is the acceptance it belongs to (0 = the first), -1 where there is none.

    ``out`` and ``taken`` are tallies, 0 for a player who keeps all.
    """

    player: Player
    token: int
    number: int
    out: int | None
    taken: int | None
    give: int


class Alteration(NamedTuple):
    """What an incident's remedy changed in a hand: cards put out, drawn or added; None where it does not say."""

    player: Player
    token: int
    out: CardMask | None
    taken: CardMask | None


Change: TypeAlias = Swap | Alteration


class ExchangeRound(NamedTuple):
    """One acceptance and its two exchanges; a count or mask is None where the record does not show it."""

    elder_count: int | None
    elder_out: CardMask | None
    elder_taken: CardMask | None
    dealer_count: int | None
    dealer_out: CardMask | None
    dealer_taken: CardMask | None


class IncidentNoted(NamedTuple):
    """An incident at its token. ``remedy``: the one that was applied, None where none was; ``situation``: what the
    table of remedies is asked with; ``shown``: the cards that it showed to both players. ``is_of_last_deal``: laws 50
    and 51, where the score put right is that of the deal before.
    """

    incident: Incident
    token: int
    cards_played: int
    remedy: Remedy | None = None
    situation: Situation = Situation()
    shown: CardMask = 0
    is_of_last_deal: bool = False


class Stray(NamedTuple):
    """A card played or put out by a player whose known cards do not hold it.

    ``card`` None: no card played by one who had cards left.
    """

    player: Player
    card: Card | None
    token: int
    trick: int | None


class Course(NamedTuple):
    """What happened in one deal.

    ``stated``: the hands as the record writes them (tallies), ``dealt``: as dealt, stated or derived,
    ``hands``: at the first lead, ``discards``: all that each put out. ``letters``: the calls that govern
    the deal in order, retracted ones left out, what a lead implies included (``PGS``); they are those of the
    ``variant`` (``scoring.variants``). ``vulnerable``: the player against whom the point counts two (law 49), "none",
    or None where the calls are not recorded. ``strays`` and ``wrong_leads`` (trick numbers) are for the laws.
    ``changes``: exchanges and what incidents did to hands, in order. ``aside``: cards out of play that both players
    saw. ``shown``: the cards of A's and of B's hand at the first lead that the adversary has seen by incidents.
    ``replayed``: the tricks of each play that did not count (laws 25, 43), as far as the cards tell; it ended at
    ``replay_tokens``. ``cards`` and ``tricks`` are those of the play that counts. ``held``: as ``held_between``,
    kept where there are incidents.
    ``regular``: both hands are certain and five cards each, and the play that counts is one run of cards from them.
    Each leads in turn, or his lead out of turn stood (law 40); a reply against law 43 may be among them.
    ``announced``: kings announced and not marked at that moment. ``checks``: the version of the checks by which the
    deal is judged.
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
    shown: tuple[CardMask, CardMask] = (0, 0)
    replayed: tuple[tuple[Trick, ...], ...] = ()
    replay_tokens: tuple[int, ...] = ()
    held: tuple[tuple[CardMask | None, ...], tuple[CardMask | None, ...]] = ((), ())
    variant: Variant = "ecarte"
    announced: tuple[KingEvent, ...] = ()
    checks: int = LATEST_CHECKS

    def held_between(self, player: Player) -> Sequence[CardMask | None]:
        """The player's hand after none, one, two ... of the deal's changes, whoever's; no card played is taken off."""
        index = seat(player)
        if self.held[index]:
            return self.held[index]
        changes = self.changes
        held: list[CardMask | None] = [self.dealt[index]]
        for change in changes:
            held.append(hand_after(held[-1], change) if change.player == player else held[-1])
        at_lead = self.changes_at_lead
        # An exchange that is not on record leaves the hand at the lead unknown, whatever was dealt.
        held[at_lead] = self.hands[index]
        if None not in held:
            return held
        for position in range(at_lead, 0, -1):
            change, hand = changes[position - 1], held[position]
            if held[position - 1] is None:
                held[position - 1] = hand_before(hand, change) if change.player == player else hand
        for position in range(at_lead, len(changes)):
            change, hand = changes[position], held[position]
            if held[position + 1] is None:
                held[position + 1] = hand_after(hand, change) if change.player == player else hand
        return held

    @property
    def changes_at_lead(self) -> int:
        """How many of the changes come before the first lead of the play that counts."""
        changes, tokens = self.changes, self.card_tokens
        if not changes or not tokens or changes[-1].token < tokens[0]:
            return len(changes)
        return bisect_left(changes, tokens[0], key=token_of)

    def held_at(self, player: Player, token: int) -> CardMask | None:
        """The player's hand just before ``token``: what he had, less what he played; None where it is not known."""
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
        """The tricks of the play in which ``token`` is: one that did not count, or the one that does."""
        play = bisect_left(self.replay_tokens, token)
        return self.replayed[play] if play < len(self.replayed) else self.tricks

    @property
    def exchanges(self) -> tuple[ExchangeRound, ...]:
        """The exchanges, one round for each acceptance that has any."""
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
        """Tricks that the recorded cards decide, [A's, B's]."""
        winners = [trick.winner for trick in self.tricks]
        return winners.count("A"), winners.count("B")

    @property
    def kings_heard(self) -> tuple[KingEvent, ...]:
        """The kings that the adversary heard of, marked or announced, in their order."""
        if not self.announced:
            return self.kings
        return tuple(sorted((*self.kings, *self.announced), key=lambda king: king.token))

    @property
    def are_hands_shown(self) -> bool:
        """Both hands are known at the first lead, or written whole with every card put out and taken in."""
        return (self.hands[0] is not None and self.hands[1] is not None) or self.are_hands_written

    @property
    def are_hands_written(self) -> bool:
        """Both hands are written whole as dealt, and every card put out and taken in."""
        whole = None not in self.stated and not any(self.partial)
        return whole and all(change.out is not None and change.taken is not None for change in self.changes)

    @property
    def is_played_out(self) -> bool:
        """All five tricks are on record."""
        tricks = self.tricks
        if len(tricks) < HAND_SIZE:
            return False
        return len(tricks) - [trick.winner for trick in tricks].count(None) == HAND_SIZE

    @property
    def is_abandoned(self) -> bool:
        """Whether a hand was given up (law 42) and not replayed since; thrown down to claim the tricks is not that."""
        return any(noted.remedy == "abandon" for noted in self.abandonments)

    @property
    def abandonments(self) -> tuple[IncidentNoted, ...]:
        """The incidents of law 42 in the play that counts: a replay undoes those before it (laws 25 and 43)."""
        is_undone = self.checks > FIRST_CHECKS and self.replay_tokens
        since = self.replay_tokens[-1] if is_undone else -1
        return tuple(noted for noted in self.incidents if noted.incident.law == 42 and noted.token > since)

    @property
    def incidents_of_last_deal(self) -> tuple[IncidentNoted, ...]:
        """The incidents that put the score of the deal before right (laws 50, 51)."""
        return tuple(noted for noted in self.incidents if noted.is_of_last_deal)

    def has_incident(self, *laws: int) -> bool:
        return bool(self.incidents) and any(noted.incident.law in laws for noted in self.incidents)


def hand_after(hand: CardMask | None, change: Change) -> CardMask | None:
    """``hand`` after one of its changes; None where either is not known."""
    if hand is None or change.out is None or change.taken is None:
        return None
    return (hand & ~change.out | change.taken) & PACK


def hand_before(hand: CardMask | None, change: Change) -> CardMask | None:
    """``hand`` before one of its changes; None where either is not known."""
    if hand is None or change.out is None or change.taken is None:
        return None
    return (hand & ~change.taken | change.out) & PACK


def token_of(change: Change) -> int:
    """The key by which changes are looked up."""
    return change.token
