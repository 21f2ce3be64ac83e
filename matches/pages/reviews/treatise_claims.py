"""Judge what the old treatise claims against our counts: each claim with both figures and a verdict."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.common.number_format import decimal, grouped, percent
from matches.pages.common.game_words import both
from matches.pages.reviews.chances import points_text
from worker.review.chances import chance_of_game
from worker.review.treatise_hands import questions
from worker.review.treatise_page import (
    BOOK_KINGS,
    FAIR,
    TWO_TO_ONE,
    Compared,
    Kings,
    Price,
    TreatisePage,
    agreeing,
    book_share,
)

Holds: TypeAlias = Literal["right", "partly", "wrong"]
VERDICTS: Final[dict[Holds, tuple[str | Promise, str]]] = {
    "right": (gettext_lazy("Right"), "good"),
    "partly": (gettext_lazy("Partly right"), "gold"),
    "wrong": (gettext_lazy("Wrong"), ""),
}
"""The word of a verdict, and the CSS class of its tag."""
RIGHT_FROM: Final = 0.9
PARTLY_FROM: Final = 0.5
"""The shares of cases in which a claim holds, from which it is right, or partly right."""
SAME_RATIO: Final = 0.02
"""Two ratios that differ by less are the same when they are rounded."""
LEAST_WIDTH: Final = 0.6
"""The smallest width of a bar that can be seen, in per cent."""
PRICES: Final = {
    ("fair", "fair"): gettext_lazy("Fair odds."),
    ("bad", "bad"): gettext_lazy("Bad odds to lay."),
    ("good", "fair"): gettext_lazy("Good odds to lay with the deal, fair without it."),
    ("good", "bad"): gettext_lazy("Good odds to lay with the deal, bad without it."),
    ("fair", "good"): gettext_lazy("Fair odds with the deal, good to lay without it."),
    ("fair", "bad"): gettext_lazy("Fair odds with the deal, bad to lay without it."),
    ("bad", "good"): gettext_lazy("Bad odds to lay with the deal, good without it."),
    ("bad", "fair"): gettext_lazy("Bad odds to lay with the deal, fair without it."),
}
"""The sentence on odds that are not good to lay, by the judgement with the deal and that without it."""


@dataclass(frozen=True, slots=True)
class Share:
    """The number of cases in which treatise and count agree, either choice is as good, or they differ."""

    agree: int
    close: int
    differ: int

    @property
    def total(self) -> int:
        return self.agree + self.close + self.differ

    @property
    def not_wrong(self) -> int:
        return self.agree + self.close


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim of the treatise. ``book`` and ``count`` are its figure and ours; ``url`` leads to the cases, or is ""."""

    title: str
    book: str
    count: str
    text: str
    holds: Holds
    share: Share | None = None
    url: str = ""

    @property
    def verdict(self) -> str:
        return str(VERDICTS[self.holds][0])

    @property
    def look(self) -> str:
        return VERDICTS[self.holds][1]


def claims(page: TreatisePage, prices: Sequence[Price]) -> tuple[Claim, ...]:
    """Return the treatise's claims, those on hands first."""
    return (
        _hands_claim(_("When to stand"), page.standing, "web:old_book_standing"),
        _hands_claim(_("When to refuse"), page.refusing, "web:old_book_refusing"),
        _lessons_claim(),
        _two_to_one_claim(page.standing),
        _odds_claim(prices),
        _warning_claim([row for row in prices if row.is_bad_to_lay]),
        _deal_claim(prices),
        _kings_claim(page.kings),
    )


def _hands_claim(title: str, rows: Sequence[Compared], url_name: str) -> Claim:
    share = Share(*agreeing(rows))
    lost = [abs(row.ends - row.goes_on) for row in rows if not row.agrees]
    text = _("Where they differ, the other call is better by %(points)s a deal on average.")
    return Claim(
        title,
        _("%(number)s hands") % {"number": share.total},
        _("%(number)s agree") % {"number": share.agree},
        text % {"points": points_text(sum(lost) / max(1, len(lost)))},
        _holds(share.not_wrong / share.total),
        share,
        reverse(url_name),
    )


def _lessons_claim() -> Claim:
    all_questions = questions()
    agree = sum(question.agrees for question in all_questions)
    share = Share(agree, 0, len(all_questions) - agree)
    return Claim(
        _("How to play the cards"),
        _("%(number)s cards") % {"number": share.total},
        _("%(number)s agree") % {"number": share.agree},
        _("Fourteen example hands, card by card. Try each one before you look."),
        _holds(agree / len(all_questions)),
        share,
        reverse("web:old_hands"),
    )


def _two_to_one_claim(rows: Iterable[Compared]) -> Claim:
    named = [row for row in rows if row.holds]
    reach = sum(row.share >= book_share(row) for row in named)
    text = _("%(reach)s of its %(hands)s hands to stand with win the point as often as the treatise says.")
    return Claim(
        _("A hand to stand with wins the point two times in three"),
        percent(TWO_TO_ONE),
        _("%(low)s to %(high)s")
        % {"low": percent(min(row.share for row in named)), "high": percent(max(row.share for row in named))},
        text % {"reach": reach, "hands": len(named)},
        _holds(reach / len(named)),
    )


def _odds_claim(prices: Sequence[Price]) -> Claim:
    gaps = [_middle(row) - row.on_the_table for row in prices]
    fair = [row for row in prices if row.price(deals=True) == row.price(deals=False) == "fair"]
    gap = sum(gaps) / len(gaps)
    return Claim(
        _("The usual odds on the leader are fair"),
        percent(sum(row.on_the_table for row in prices) / len(prices)),
        percent(sum(map(_middle, prices)) / len(prices)),
        _("Averaged over all scores, the leader wins %(gap)s more games than the odds say.")
        % {"gap": percent(gap)},
        _holds(len(fair) / len(prices)),
    )


def _warning_claim(prices: Sequence[Price]) -> Claim:
    bad = [row for row in prices if row.price(deals=True) == "bad"]
    if not bad:
        text = _("With the deal, the leader wins more often than the odds say: they are good to lay.")
    elif len(bad) == len(prices):
        text = _("With the deal, the leader wins less often than the odds say.")
    else:
        text = _("With the deal, the leader wins less often than the odds say at some of these scores.")
    return Claim(
        _("Don’t lay the odds on a leader who deals at %(scores)s")
        % {"scores": both([score_text(row) for row in prices])},
        " · ".join(percent(row.on_the_table) for row in prices),
        " · ".join(percent(row.with_deal) for row in prices),
        text,
        _holds(len(bad) / len(prices)),
    )


def _deal_claim(prices: Sequence[Price]) -> Claim:
    dealing = chance_of_game(0, 0, deals=True)
    most = max(prices, key=lambda row: abs(row.with_deal - row.without_deal))
    is_fair_everywhere = all(abs(row.with_deal - row.without_deal) <= FAIR for row in prices)
    is_fair_at_first = abs(dealing - 0.5) <= FAIR
    text = _("The dealer’s chance at 0–0. At %(score)s the deal is worth %(gain)s to the leader.")
    return Claim(
        _("The deal is no advantage"),
        percent(0.5),
        percent(dealing, 1),
        text % {"score": score_text(most), "gain": percent(most.with_deal - most.without_deal)},
        "right" if is_fair_everywhere else "partly" if is_fair_at_first else "wrong",
    )


def _kings_claim(kings: Kings) -> Claim:
    dealer, elder = BOOK_KINGS
    text = _(
        "Exact for the cards as dealt. The exchanges help the elder hand: the count is from %(deals)s whole deals."
    )
    return Claim(
        _("The dealer marks the king %(dealer)s times to the elder hand’s %(elder)s")
        % {"dealer": dealer, "elder": elder},
        _ratio(dealer / elder),
        _ratio(kings.dealer_to_elder),
        text % {"deals": grouped(kings.deals)},
        "right" if abs(kings.dealer_to_elder - dealer / elder) < SAME_RATIO else "partly",
    )


def _holds(share: float) -> Holds:
    """Return the verdict on a claim that holds in ``share`` of its cases."""
    if share >= RIGHT_FROM:
        return "right"
    return "partly" if share >= PARTLY_FROM else "wrong"


def _ratio(value: float) -> str:
    return _("%(ratio)s to 1") % {"ratio": decimal(value, 2)}


@dataclass(frozen=True, slots=True)
class PriceRow:
    """The odds on a leader at a score, with the chance that they imply and the real one.

    ``old``, ``low`` and ``width`` place the bar, in per cent: the implied chance, the smaller of the leader's real
    chances with the deal and without it, and the difference of the two.
    """

    score: str
    odds: str
    implied: str
    real: str
    old: float
    low: float
    width: float
    verdicts: tuple[str, ...]


def price_rows(prices: Iterable[Price]) -> list[PriceRow]:
    return [_price_row(row) for row in prices]


def _price_row(row: Price) -> PriceRow:
    low, high = sorted((row.with_deal, row.without_deal))
    ends = percent(low), percent(high)
    return PriceRow(
        score=score_text(row),
        odds=_("%(own)s to %(other)s") % {"own": row.odds[0], "other": row.odds[1]},
        implied=percent(row.on_the_table),
        real=ends[0] if ends[0] == ends[1] else f"{round(100 * low)}–{ends[1]}",
        old=round(100 * row.on_the_table, 1),
        low=round(100 * low, 1),
        width=max(LEAST_WIDTH, round(100 * (high - low), 1)),
        verdicts=_price_verdicts(row),
    )


def _price_verdicts(row: Price) -> tuple[str, ...]:
    """Return sentences on odds that are not good to lay on the leader, and on the treatise's warning of them."""
    price = row.price(deals=True)
    sentences = [str(PRICES.get((price, row.price(deals=False)), ""))]
    if row.is_bad_to_lay and price == "bad":
        sentences.append(_("The treatise warns of them with the deal, rightly."))
    elif row.is_bad_to_lay:
        sentences.append(_("The treatise warns of them with the deal, wrongly."))
    return tuple(filter(None, sentences))


def score_text(row: Price) -> str:
    return f"{row.leader}–{row.other}"


def _middle(row: Price) -> float:
    return (row.with_deal + row.without_deal) / 2
