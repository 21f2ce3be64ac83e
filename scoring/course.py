"""The course of a deal: its items followed in order, hands and tricks made plain.

``follow_deal`` says what happened as far as the record shows it; it judges nothing. Laws, review and pages
all read the same course.
"""

from __future__ import annotations

from dataclasses import dataclass

from scoring.cards import Card, CardMask, Player, Suit


@dataclass(frozen=True, slots=True)
class Trick:
    """One trick as recorded. ``reply`` None: not recorded or a short hand; ``winner`` None: not decided.

    ``token`` is the lead's token in the deal, ``reply_token`` the reply's.
    """

    leader: Player
    lead: Card | None
    token: int
    reply: Card | None = None
    reply_token: int | None = None
    winner: Player | None = None


@dataclass(frozen=True, slots=True)
class KingEvent:
    """A king marked: by whom, at which token, after how many cards were played, and behind the score or not."""

    player: Player
    token: int
    cards_played: int
    after_score: bool


@dataclass(frozen=True, slots=True)
class ExchangeRound:
    """One acceptance and its two exchanges; masks are None where the record does not show the cards."""

    elder_count: int | None
    elder_out: CardMask | None
    elder_taken: CardMask | None
    dealer_count: int | None
    dealer_out: CardMask | None
    dealer_taken: CardMask | None


@dataclass(frozen=True, slots=True)
class Course:
    """Pairs are [A's, B's]. A mask is None where the record does not determine the hand.

    ``dealt``: the hands as dealt. ``hands``: the hands at the first lead, after every exchange.
    ``discards``: what each player put out in all, None where not fully known. ``letters``: the calls in
    order, a stand that the record leaves out and a lead implies included (``PGS``).
    ``vulnerable``: contracts, section 1 (law 49): a player, "none", or None where calls are not recorded.
    ``regular``: no irregularity, known short hand or fault keeps the card play from being judged.
    """

    dealer: Player
    elder: Player
    trump: Suit | None
    turn_up: Card | None
    dealt: tuple[CardMask | None, CardMask | None]
    hands: tuple[CardMask | None, CardMask | None]
    discards: tuple[CardMask | None, CardMask | None]
    letters: str
    exchanges: tuple[ExchangeRound, ...]
    kings: tuple[KingEvent, ...]
    tricks: tuple[Trick, ...]
    vulnerable: str | None
    regular: bool
