"""The course of a deal: what happened in it, hands and tricks made plain.

``scoring.follow`` makes it from a record; laws, marks, review and pages all read the same course. Whether the
laws allow what happened is for ``scoring.laws`` to say.

Pairs are ``[A's, B's]`` (``cards.seat`` gives the index); a mask is None where the record does not determine
the cards; tokens count as in ``scoring.record``.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from scoring.cards import HAND_SIZE, Card, CardMask, Player, Suit
from scoring.record import Incident, Outcome, Pair

Masks: TypeAlias = tuple[CardMask | None, CardMask | None]

# Incidents after which the cards in a hand are no longer those that the tokens alone would give: the
# number of cards dealt, turned up, taken or put aside was wrong, or a hand was completed or drawn from.
HAND_ALTERING_LAWS = frozenset({9, 11, 15, 16, 17, 18, 20, 21, 29, 30, 31, 32, 33, 34, 38, 45})


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
    card_tokens: tuple[int, ...] = ()

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
    def are_hands_shown(self) -> bool:
        """Both hands are known at the first lead, or written whole with every card put out and taken in."""
        return (self.hands[0] is not None and self.hands[1] is not None) or self.are_hands_written

    @property
    def are_hands_written(self) -> bool:
        """Both hands are written whole as dealt, and every card put out and taken in."""
        whole = None not in self.stated and not any(self.partial)
        return whole and all(swap.number == 0 or None not in (swap.out, swap.taken) for swap in self.swaps)

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
