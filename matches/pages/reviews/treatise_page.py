"""The old treatise beside the count, as pages show it: hands with their figures, odds, the chances at every score."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from matches.common.localized_numbers import decimal, grouped, hundredths, signed
from matches.pages.common.card_faces import RANK_INDICES, RANK_NAMES, suit_name
from matches.pages.reviews.treatise_words import rule_text, rule_title
from scoring.cards import Card, CardMask, cards_of, parse_card, parse_cards, rank_of, suit_of
from worker.review.chances import chances
from worker.review.treatise_page import (
    REFUSING,
    STANDING,
    Compared,
    Known,
    Move,
    Price,
    agreeing,
    book_share,
    rule_of,
)

LETTERS: Final = "shdc"
"""The style class of a suit's cards, which are drawn as small as this."""
ROLES: Final = {
    "stands": gettext_lazy("The elder stands"),
    "refuses": gettext_lazy("The dealer refuses"),
}
CALLS: Final = {
    ("first", False): gettext_lazy("first proposal"),
    ("first", True): gettext_lazy("first proposal, the king safe"),
    ("free", False): gettext_lazy("first proposal, the adversary at four"),
    ("free", True): gettext_lazy("first proposal, the adversary at four, the king safe"),
    ("later", False): gettext_lazy("later proposals"),
    ("later", True): gettext_lazy("later proposals, the king safe"),
}
"""By the kind of call, and whether the king is held or turned up."""
PRICES: Final = {
    ("good", "good"): gettext_lazy("Good to lay, whoever deals."),
    ("fair", "fair"): gettext_lazy("Fair, whoever deals."),
    ("bad", "bad"): gettext_lazy("Bad to lay, whoever deals."),
    ("good", "fair"): gettext_lazy("Good to lay with the deal, fair without it."),
    ("good", "bad"): gettext_lazy("Good to lay with the deal, bad without it."),
    ("fair", "good"): gettext_lazy("Fair with the deal, good to lay without it."),
    ("fair", "bad"): gettext_lazy("Fair with the deal, bad to lay without it."),
    ("bad", "good"): gettext_lazy("Bad to lay with the deal, good without it."),
    ("bad", "fair"): gettext_lazy("Bad to lay with the deal, fair without it."),
}
"""The odds on a leader, with the deal and without it."""


@dataclass(frozen=True, slots=True)
class Hand:
    """``name`` is read aloud. ``cards``: the suit's class, the card's index, whether the treatise leads it."""

    name: str
    cards: tuple[tuple[str, str, bool], ...]


@dataclass(frozen=True, slots=True)
class HandRow:
    """``ends`` and ``goes_on`` are the marks of the two choices, ``book`` and ``count`` what either would do."""

    hand: Hand
    counted: str
    odds: str
    ends: str
    goes_on: str
    book: str
    count: str
    differs: bool


@dataclass(frozen=True, slots=True)
class HandGroup:
    title: str
    text: str
    rows: tuple[HandRow, ...]


@dataclass(frozen=True, slots=True)
class Choices:
    """The two choices that hands are weighed for: to end the exchange, as the treatise does, and to go on.

    Each is the head of a column and, in a row, advice.
    """

    prefix: str
    ends: str | Promise
    goes_on: str | Promise
    end: str | Promise
    go_on: str | Promise

    def advised(self, *, ends: bool) -> str:
        return str(self.end if ends else self.go_on)


STAND_OR_PROPOSE: Final = Choices(
    STANDING,
    ends=gettext_lazy("Standing"),
    goes_on=gettext_lazy("Proposing"),
    end=pgettext_lazy("advice", "stand"),
    go_on=pgettext_lazy("advice", "propose"),
)
REFUSE_OR_GIVE: Final = Choices(
    REFUSING,
    ends=gettext_lazy("Refusing"),
    goes_on=gettext_lazy("Giving"),
    end=pgettext_lazy("advice", "refuse"),
    go_on=pgettext_lazy("advice", "give"),
)


def hand_groups(rows: Iterable[Compared], choices: Choices) -> list[HandGroup]:
    """The hands by the rule they are examples of, or misses of."""
    groups = []
    for name, of_rule in groupby(rows, key=lambda row: row.name):
        rule = rule_of(name, choices.prefix)
        groups.append(
            HandGroup(rule_title(rule), rule_text(rule), tuple(_row(row, choices) for row in of_rule))
        )
    return groups


def _row(row: Compared, choices: Choices) -> HandRow:
    return HandRow(
        hand=_hand(row.mask, row.lead if row.holds else None),
        counted=_("%(makes)s of %(hands)s") % {"makes": grouped(row.makes), "hands": grouped(row.hands)},
        odds=to_one(row.share),
        ends=signed(row.ends),
        goes_on=signed(row.goes_on),
        book=choices.advised(ends=row.holds),
        count=pgettext("advice", "either") if row.is_close else choices.advised(ends=row.should_hold),
        differs=not row.agrees,
    )


def _hand(mask: CardMask, lead: str | None) -> Hand:
    return hand_of_mask(mask, marked=frozenset() if lead is None else frozenset({parse_card(lead)}))


def hand_of_mask(mask: CardMask, *, marked: frozenset[Card]) -> Hand:
    """Return the cards as they are drawn small, those of ``marked`` underlined."""
    cards = cards_of(mask)
    suits = []
    for suit, held in groupby(cards, key=suit_of):
        ranks = " ".join(str(RANK_NAMES[rank_of(card)]) for card in held)
        # Translators: cards of one suit, read aloud: "spades nine eight seven"
        suits.append(_("%(suit)s %(ranks)s") % {"suit": suit_name(suit), "ranks": ranks})
    return Hand(
        ", ".join(suits),
        tuple((LETTERS[suit_of(card)], str(RANK_INDICES[rank_of(card)]), card in marked) for card in cards),
    )


def to_one(share: float) -> str:
    """A chance as odds: ``1.31``, to one."""
    return decimal(share / (1 - share), 2)


def agreement(rows: Sequence[Compared]) -> dict[str, int]:
    """How many hands there are, on how many treatise and count agree, can't be told apart, and differ."""
    agree, close, differ = agreeing(rows)
    return {"hands": len(rows), "agree": agree, "close": close, "differ": differ}


def reaching(rows: Iterable[Compared]) -> dict[str, int]:
    """Of the hands that the treatise stands with, how many have the odds that it gives them."""
    named = [row for row in rows if row.holds]
    return {"hands": len(named), "reach": sum(row.share >= book_share(row) for row in named)}


def largest_error(rows: Iterable[Compared]) -> str:
    return decimal(max(row.error for row in rows), 3)


@dataclass(frozen=True, slots=True)
class KnownRow:
    hand: Hand
    turn_up: Hand
    known: str
    counted: str


def known_rows(rows: Iterable[Known]) -> list[KnownRow]:
    return [
        KnownRow(
            _hand(parse_cards(row.hand), None),
            _hand(parse_cards(row.turn_up), None),
            grouped(row.known),
            grouped(row.makes),
        )
        for row in rows
    ]


@dataclass(frozen=True, slots=True)
class PriceRow:
    """The odds at a score, so many to one: of old, with the deal and without; and what the count says of them."""

    score: str
    odds: str
    table: str
    with_deal: str
    without_deal: str
    verdicts: tuple[str, ...]


def price_rows(rows: Iterable[Price]) -> list[PriceRow]:
    return [
        PriceRow(
            f"{row.leader}–{row.other}",
            _("%(own)s to %(other)s") % {"own": row.odds[0], "other": row.odds[1]},
            to_one(row.on_the_table),
            to_one(row.with_deal),
            to_one(row.without_deal),
            _price_verdicts(row),
        )
        for row in rows
    ]


def _price_verdicts(row: Price) -> tuple[str, ...]:
    """What the count says of laying these odds on the leader, and whether it bears out what the treatise warns of."""
    price = row.price(deals=True)
    said = str(PRICES[price, row.price(deals=False)])
    if not row.is_bad_to_lay:
        return (said,)
    if price == "bad":
        return said, _("The treatise says bad with the deal, and is right.")
    return said, _("The treatise says bad with the deal: the count doesn't bear it out.")


def chance_rows() -> list[list[str]]:
    """By the elder's points, then the dealer's: the elder's chance of winning the game, in 100."""
    return [[hundredths(value) for value in row] for row in chances().chance]


def stake_rows() -> list[list[str]]:
    """The same of the points of the stake that the elder can expect."""
    return [[signed(value) for value in row] for row in chances().stake]


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A threshold, in 100 hands, and what each step brings its player at a score."""

    who: str
    when: str
    threshold: str
    score: str
    gains: tuple[str, ...]


def move_rows(rows: Iterable[Move]) -> list[MoveRow]:
    found = []
    for key, group in groupby(
        rows, key=lambda row: (row.role, row.call, row.king_safe, row.share, row.score)
    ):
        role, call, king_safe, share, score = key
        gains = tuple(_gain(row) for row in group)
        found.append(
            MoveRow(
                str(ROLES[role]),
                str(CALLS[call, king_safe]),
                _threshold(share),
                f"{score[0]}–{score[1]}",
                gains,
            )
        )
    return found


def _threshold(share: float) -> str:
    """So many hands in 100, or a word where none is strong enough."""
    return _("never") if share > 1 else decimal(100 * share, 0)


def _gain(row: Move) -> str:
    gain = row.gain if row.is_in_marks else 100 * row.gain
    places = 4 if row.is_in_marks else 2
    rounded = round(gain, places)
    sign = "+" if rounded > 0 else "−" if rounded < 0 else ""
    return sign + decimal(abs(rounded), places)
