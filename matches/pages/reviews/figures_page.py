"""A player's review figures in words and numbers: what his decisions cost, month by month, and his luck.

Costs are in 100 of the game: a cost of 1.5 is 1.5 games lost in a hundred. Nothing is called by a name, and nothing
compared, on fewer than ``LEAST_DECISIONS`` decisions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from math import hypot
from typing import Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from matches.common.localized_numbers import decimal, grouped, signed
from matches.models import Decision
from matches.pages.common import game_words as words
from matches.pages.common.card_faces import Face, face_of
from matches.pages.common.checked_record import judgement_of, names_of
from matches.pages.common.dates import month_text, record_date
from matches.pages.common.month_chart import Month, MonthChart, month_chart
from matches.pages.common.result_lines import rubber_title
from matches.pages.reviews.judgements import LOOKS, hindsight, sentence
from matches.pages.rubbers.page import deal_title
from matches.reviews.queries.figures import LEAST_DECISIONS, Estimate, Losses, LuckSums
from scoring.cards import CARD_BY_NAME

KINDS: Final[dict[str, str | Promise]] = {
    "card": gettext_lazy("Cards played"),
    "proposal": gettext_lazy("Proposing or standing"),
    "reply": gettext_lazy("Giving or refusing"),
    "discard": gettext_lazy("Putting out"),
    "king": gettext_lazy("Announcing the king"),
}
MARKS_DECIMALS: Final = 3
RECENT_MONTHS: Final = 3
TELLING_ERRORS: Final = 2
"""How many standard errors apart two means are before the difference is told."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure and its give or take; that is empty where it is not known."""

    value: str
    error: str


@dataclass(frozen=True, slots=True)
class LossRow:
    """``stands`` says on what the row stands, ``labels`` what was found, or that it is too little to tell."""

    name: str | Promise
    stands: str
    labels: str
    chance: Cell | None
    marks: Cell


@dataclass(frozen=True, slots=True)
class LuckRow:
    name: str | Promise
    marks: Cell
    games: Cell | None
    is_sum: bool


@dataclass(frozen=True, slots=True)
class Trend:
    """``first`` and ``last`` are the months at the ends of the drawing; ``told`` compares, and may be empty."""

    chart: MonthChart | None
    first: str
    last: str
    rows: tuple[LossRow, ...]
    told: str


@dataclass(frozen=True, slots=True)
class DecisionLine:
    """``face`` is the card chosen, None where the choice was not a card; ``url`` leads to its note."""

    face: Face | None
    label: str | Promise
    look: str
    sentence: str
    place: str
    url: str
    about: str


def loss_rows(every: Losses, by_kind: Mapping[str, Losses]) -> list[LossRow]:
    """A row for each kind of which there is a decision, and one for all together."""
    rows = [_loss_row(name, by_kind[kind]) for kind, name in KINDS.items() if kind in by_kind]
    return [*rows, _loss_row(_("All together"), every)]


def trend(months: Sequence[tuple[str, Losses]]) -> Trend:
    """``months`` as records write them, in order."""
    weighed = [(_first_day(month), found) for month, found in months if found.chance.count]
    drawn = [
        Month(
            number=12 * day.year + day.month,
            value=100 * found.chance.value,
            error=None if found.chance.se is None else 100 * found.chance.se,
            is_enough=found.is_enough,
        )
        for day, found in weighed
    ]
    return Trend(
        chart=month_chart(drawn),
        first=month_text(weighed[0][0]) if weighed else "",
        last=month_text(weighed[-1][0]) if weighed else "",
        rows=tuple(_loss_row(month_text(_first_day(month)), found) for month, found in reversed(months)),
        told=_compared([found for _day, found in weighed]),
    )


def luck_rows(marks: LuckSums, games: LuckSums) -> list[LuckRow]:
    """What chance did and what came of it, in marks and, where the score was known, in games."""
    names = (_("Cards dealt"), _("Turn-up"), _("Cards drawn"))
    parts = [
        LuckRow(
            name,
            Cell(signed(marks.parts[place]), ""),
            Cell(signed(games.parts[place]), "") if games.deals else None,
            is_sum=False,
        )
        for place, name in enumerate(names)
    ]
    sums = (
        (_("Luck together"), marks.luck, games.luck),
        (_("Result"), marks.result, games.result),
        (_("Result without the luck"), marks.played, games.played),
    )
    return parts + [
        LuckRow(name, _signed_cell(first), _signed_cell(second) if games.deals else None, is_sum=True)
        for name, first, second in sums
    ]


def luck_stands(marks: LuckSums, games: LuckSums) -> str:
    """On how many deals the luck was counted."""
    deals = ngettext(
        "Over the %(deals)s reviewed deal in which every card dealt and drawn is on record.",
        "Over the %(deals)s reviewed deals in which every card dealt and drawn is on record.",
        marks.deals,
    ) % {"deals": grouped(marks.deals)}
    if games.deals == marks.deals:
        return deals
    known = ngettext(
        "Games are counted over the %(deals)s of them in which the score was known.",
        "Games are counted over the %(deals)s of them in which the score was known.",
        games.deals,
    ) % {"deals": grouped(games.deals)}
    return f"{deals} {known}"


def decision_line(decision: Decision) -> DecisionLine:
    """``decision`` comes with its rubber, the players and the event."""
    judgement = judgement_of(decision)
    rubber = decision.review.rubber
    address = reverse("web:deal", args=[rubber.public_id, decision.game, decision.deal])
    card = CARD_BY_NAME.get(decision.chosen) if decision.kind == "card" else None
    about = (rubber_title(rubber), rubber.event.name, record_date(rubber.date))
    return DecisionLine(
        face=None if card is None else face_of(card),
        label=words.LABELS.get(decision.label, ""),
        look=LOOKS.get(decision.label, ""),
        sentence=f"{sentence(judgement, names_of(rubber))} {hindsight(judgement)}".strip(),
        place=deal_title(decision.game, decision.deal),
        url=f"{address}#{judgement.anchor}",
        about=" · ".join(part for part in about if part),
    )


def _loss_row(name: str | Promise, found: Losses) -> LossRow:
    return LossRow(
        name=name,
        stands=_stands(found),
        labels=_labels(found),
        chance=_cell(found.chance, scale=100) if found.chance.count else None,
        marks=_cell(found.marks, decimals=MARKS_DECIMALS),
    )


def _stands(found: Losses) -> str:
    decisions = ngettext("%(number)s decision", "%(number)s decisions", found.decisions)
    deals = ngettext("%(number)s deal", "%(number)s deals", found.deals)
    # Translators: "120 decisions in 80 deals"
    return _("%(decisions)s in %(deals)s") % {
        "decisions": decisions % {"number": grouped(found.decisions)},
        "deals": deals % {"number": grouped(found.deals)},
    }


def _labels(found: Losses) -> str:
    if not found.is_enough:
        return _("too few to tell: %(number)s of %(least)s") % {
            "number": found.decisions,
            "least": LEAST_DECISIONS,
        }
    inaccuracies, mistakes, blunders = found.labels
    if not any(found.labels):
        return _("no inaccuracy, mistake or blunder")
    counted = (
        (inaccuracies, ngettext("%(number)s inaccuracy", "%(number)s inaccuracies", inaccuracies)),
        (mistakes, ngettext("%(number)s mistake", "%(number)s mistakes", mistakes)),
        (blunders, ngettext("%(number)s blunder", "%(number)s blunders", blunders)),
    )
    return ", ".join(said % {"number": grouped(number)} for number, said in counted if number)


def _compared(months: Sequence[Losses]) -> str:
    """The last months against those before, where both hold enough to be compared."""
    recent = _pooled([found.chance for found in months[-RECENT_MONTHS:]])
    before = _pooled([found.chance for found in months[:-RECENT_MONTHS]])
    if min(recent.count, before.count) < LEAST_DECISIONS or recent.se is None or before.se is None:
        return ""
    told = {
        "months": RECENT_MONTHS,
        "now": _with_error(recent, scale=100),
        "before": _with_error(before, scale=100),
    }
    apart = recent.value - before.value
    if abs(apart) < TELLING_ERRORS * hypot(recent.se, before.se):
        said = _(
            "In the last %(months)s months of play a decision cost %(now)s in 100, before that %(before)s:"
            " no difference that can be told from chance."
        )
    elif apart < 0:
        said = _(
            "In the last %(months)s months of play a decision cost %(now)s in 100, before that %(before)s:"
            " less than it was."
        )
    else:
        said = _(
            "In the last %(months)s months of play a decision cost %(now)s in 100, before that %(before)s:"
            " more than it was."
        )
    return said % told


def _pooled(means: Sequence[Estimate]) -> Estimate:
    """One mean of several; its error is None where one of theirs is."""
    count = sum(mean.count for mean in means)
    if not count:
        return Estimate(0, 0.0, None)
    value = sum(mean.count * mean.value for mean in means) / count
    errors = [mean.se for mean in means]
    if any(error is None for error in errors):
        return Estimate(count, value, None)
    weighted = [mean.count * (mean.se or 0.0) for mean in means]
    return Estimate(count, value, hypot(*weighted) / count)


def _cell(found: Estimate, *, scale: float = 1, decimals: int = 2) -> Cell:
    return Cell(
        decimal(scale * found.value, decimals),
        "" if found.se is None else decimal(scale * found.se, decimals),
    )


def _signed_cell(found: Estimate) -> Cell:
    return Cell(signed(found.value), decimal(found.se, 2) if found.se else "")


def _with_error(found: Estimate, *, scale: float) -> str:
    cell = _cell(found, scale=scale)
    return f"{cell.value} ± {cell.error}" if cell.error else cell.value


def _first_day(month: str) -> date:
    year, _dot, number = month.partition(".")
    return date(int(year), int(number), 1)
