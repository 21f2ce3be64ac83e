"""Serve the page of a player's review figures: the cost of each kind of decision, its trend, and luck."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from math import hypot
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from matches.clubs.access import are_reviews_open
from matches.clubs.queries import visible_players
from matches.common.number_format import MARGIN, decimal, grouped, percent, signed
from matches.models import DealReview, Decision
from matches.pages.common import game_words
from matches.pages.common.card_faces import face_of
from matches.pages.common.charts import Month, MonthChart, month_chart
from matches.pages.common.dates import month_text, record_date
from matches.pages.common.links import step_url
from matches.pages.common.listing import listing
from matches.pages.common.navigation import Crumb, club_crumb
from matches.pages.common.results import player_name, rubber_title
from matches.pages.common.rubber_context import judgement_of
from matches.pages.reviews.judgements import LOOKS, hindsight, sentence
from matches.pages.rubbers.rubber_page import deal_title
from matches.reviews import review_figures
from matches.reviews.queries import player_decisions, player_labelled, player_reviews
from matches.reviews.review_figures import LABELS, LEAST_DECISIONS, Estimate, Losses, LuckSums
from matches.rules.figures.accuracy import FULL_SCORE, Accuracy
from scoring.cards import CARD_BY_NAME

KINDS: Final[dict[str, str | Promise]] = {
    "card": gettext_lazy("Cards played"),
    "proposal": gettext_lazy("Proposing or standing"),
    "reply": gettext_lazy("Giving or refusing"),
    "discard": gettext_lazy("Discards"),
    "king": gettext_lazy("Announcing the king"),
}
LABEL_COUNTS: Final[dict[str, Callable[[int], str]]] = {
    "inaccuracy": lambda number: ngettext("%(number)s inaccuracy", "%(number)s inaccuracies", number),
    "mistake": lambda number: ngettext("%(number)s mistake", "%(number)s mistakes", number),
    "blunder": lambda number: ngettext("%(number)s blunder", "%(number)s blunders", number),
}
"""For each label, a function that returns the text for a number of decisions with it."""
MARKS_DECIMALS: Final = 3
RECENT_MONTHS: Final = 3
TELLING_ERRORS: Final = 2
"""The number of standard errors by which two means must differ for the difference to be mentioned."""
DECISIONS_A_PAGE: Final = 10


@dataclass(frozen=True, slots=True)
class Cell:
    """A number as text, with its margin of error. The margin is "" if it is unknown or nought."""

    value: str
    error: str


@dataclass(frozen=True, slots=True)
class Trend:
    """The cost of mistakes from month to month; ``comparison`` is a sentence on the change, or ""."""

    chart: MonthChart | None
    first: str
    last: str
    rows: tuple[dict[str, Any], ...]
    comparison: str


def trend(months: Sequence[tuple[str, Losses]]) -> Trend:
    """Return the cost of mistakes by month; ``months`` are pairs of a month, such as ``2026.11``, and its costs."""
    weighed = [(_first_day(month), losses) for month, losses in months if losses.chance.count]
    drawn = [
        Month(
            number=12 * day.year + day.month,
            value=100 * losses.chance.value,
            error=None if losses.chance.se is None else 100 * MARGIN * losses.chance.se,
            is_enough=losses.is_enough,
        )
        for day, losses in weighed
    ]
    return Trend(
        chart=month_chart(drawn),
        first=month_text(weighed[0][0]) if weighed else "",
        last=month_text(weighed[-1][0]) if weighed else "",
        rows=tuple(loss_row(month_text(_first_day(month)), losses) for month, losses in reversed(months)),
        comparison=_compared([losses for _day, losses in weighed]),
    )


def luck_rows(marks: LuckSums, games: LuckSums) -> list[dict[str, Any]]:
    """Return rows for each kind of luck, the sum, the result, and the result without the luck.

    ``games`` is the luck measured in games, for deals with a known score.
    """
    names = (_("Cards dealt"), _("Turn-up"), _("Cards drawn"))
    parts = zip(names, marks.parts, games.parts, strict=True)
    sums = (
        (_("Luck in total"), marks.luck, games.luck),
        (_("Result"), marks.result, games.result),
        (_("Result without luck"), marks.played, games.played),
    )
    cells = [
        (name, Cell(signed(first), ""), Cell(signed(second), ""), False) for name, first, second in parts
    ]
    cells += [(name, _signed_cell(first), _signed_cell(second), True) for name, first, second in sums]
    return [
        {"name": name, "marks": in_marks, "games": in_games if games.deals else None, "is_sum": is_sum}
        for name, in_marks, in_games, is_sum in cells
    ]


def luck_basis(marks: LuckSums, games: LuckSums) -> str:
    deals = ngettext(
        "From %(deals)s analysed deal in which every card is recorded.",
        "From %(deals)s analysed deals in which every card is recorded.",
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


def decision_line(decision: Decision) -> dict[str, Any]:
    """Return a decision, whose rubber has its players and event loaded, as a row of the costly ones."""
    judgement = judgement_of(decision)
    rubber = decision.review.rubber
    address = reverse("web:deal", args=[rubber.public_id, decision.game, decision.deal])
    card = CARD_BY_NAME.get(decision.chosen) if decision.kind == "card" else None
    about = (rubber_title(rubber), rubber.event.name, record_date(rubber.date))
    return {
        "face": None if card is None else face_of(card),
        "label": game_words.LABELS.get(decision.label, ""),
        "look": LOOKS.get(decision.label, ""),
        "sentence": f"{sentence(judgement)} {hindsight(judgement)}".strip(),
        "place": deal_title(decision.game, decision.deal),
        "url": step_url(address, judgement.anchor),
        "about": " · ".join(part for part in about if part),
    }


def accuracy_text(accuracy: Accuracy) -> str:
    """Return an accuracy as "83 %", or a remark that there are too few decisions for one."""
    if accuracy.percent is not None:
        return percent(accuracy.percent / FULL_SCORE)
    values = {"number": accuracy.decisions, "least": accuracy.least}
    return _("too few decisions yet (%(number)s of %(least)s)") % values


def loss_row(name: str | Promise, losses: Losses) -> dict[str, Any]:
    return {
        "name": name,
        "basis": _basis(losses),
        "labels": _labels(losses),
        "chance": _cell(losses.chance, scale=100) if losses.chance.count else None,
        "marks": _cell(losses.marks, decimals=MARKS_DECIMALS),
    }


def _basis(losses: Losses) -> str:
    decisions = ngettext("%(number)s decision", "%(number)s decisions", losses.decisions)
    deals = ngettext("%(number)s deal", "%(number)s deals", losses.deals)
    # Translators: "120 decisions in 80 deals"
    return _("%(decisions)s in %(deals)s") % {
        "decisions": decisions % {"number": grouped(losses.decisions)},
        "deals": deals % {"number": grouped(losses.deals)},
    }


def _labels(losses: Losses) -> str:
    if not losses.is_enough:
        values = {"number": losses.decisions, "least": LEAST_DECISIONS}
        return _("too few yet: %(number)s of %(least)s") % values
    if not any(losses.labels):
        return _("no inaccuracy, mistake or blunder")
    return ", ".join(
        LABEL_COUNTS[label](number) % {"number": grouped(number)}
        for label, number in zip(LABELS, losses.labels, strict=True)
        if number
    )


def _compared(months: Sequence[Losses]) -> str:
    """Return a comparison of the last months with those before, if both have enough decisions."""
    recent = _pooled([losses.chance for losses in months[-RECENT_MONTHS:]])
    before = _pooled([losses.chance for losses in months[:-RECENT_MONTHS]])
    if min(recent.count, before.count) < LEAST_DECISIONS or recent.se is None or before.se is None:
        return ""
    values = {
        "months": RECENT_MONTHS,
        "now": _with_error(recent),
        "before": _with_error(before),
    }
    apart = recent.value - before.value
    if abs(apart) < TELLING_ERRORS * hypot(recent.se, before.se):
        text = _(
            "In the last %(months)s months of play a decision cost %(now)s %%, before that %(before)s %%:"
            " no telling difference."
        )
    elif apart < 0:
        text = _(
            "In the last %(months)s months of play a decision cost %(now)s %%, before that %(before)s %%:"
            " less than it was."
        )
    else:
        text = _(
            "In the last %(months)s months of play a decision cost %(now)s %%, before that %(before)s %%:"
            " more than it was."
        )
    return text % values


def _pooled(means: Sequence[Estimate]) -> Estimate:
    """Return the mean of several means; its error is None if one of theirs is."""
    count = sum(mean.count for mean in means)
    if not count:
        return Estimate(0, 0.0, None)
    value = sum(mean.count * mean.value for mean in means) / count
    errors = [mean.se for mean in means]
    if any(error is None for error in errors):
        return Estimate(count, value, None)
    weighted = [mean.count * (mean.se or 0.0) for mean in means]
    return Estimate(count, value, hypot(*weighted) / count)


def _cell(mean: Estimate, *, scale: float = 1, decimals: int = 2) -> Cell:
    return Cell(
        decimal(scale * mean.value, decimals), decimal(scale * MARGIN * mean.se, decimals) if mean.se else ""
    )


def _signed_cell(mean: Estimate) -> Cell:
    return Cell(signed(mean.value), decimal(MARGIN * mean.se, 2) if mean.se else "")


def _with_error(mean: Estimate) -> str:
    cell = _cell(mean, scale=100)
    return f"{cell.value} ± {cell.error}" if cell.error else cell.value


def _first_day(month: str) -> date:
    year, _dot, number = month.partition(".")
    return date(int(year), int(number), 1)


@require_safe
def figures(request: HttpRequest, public_id: str) -> HttpResponse:
    player = get_object_or_404(visible_players(request.user), public_id=public_id)
    if player.merged_into is not None:
        return redirect("web:player_review", player.merged_into.public_id, permanent=True)
    decisions = player_decisions(request.user, player)
    every = review_figures.losses(decisions)
    if not every.decisions and not are_reviews_open(request.user, player):
        raise Http404
    deals = DealReview.objects.filter(review__in=player_reviews(request.user, player))
    marks, games = review_figures.luck(deals, player)
    by_kind = review_figures.losses_by_kind(decisions)
    losses = [loss_row(name, by_kind[kind]) for kind, name in KINDS.items() if kind in by_kind]
    dearest = listing(request, player_labelled(request.user, player), key="page", size=DECISIONS_A_PAGE)
    return render(
        request,
        "reviews/figures.html",
        {
            "name": player_name(player),
            "crumbs": [
                club_crumb(player.club),
                Crumb(reverse("web:player", args=[public_id]), player_name(player)),
            ],
            "has_any": every.decisions > 0,
            "losses": [*losses, loss_row(_("All together"), every)],
            "accuracy": accuracy_text(every.accuracy),
            "trend": trend(review_figures.losses_by_month(decisions)),
            "luck": luck_rows(marks, games) if marks.deals else (),
            "luck_basis": luck_basis(marks, games),
            "decisions": [decision_line(decision) for decision in dearest.rows],
            "dearest": dearest,
            "trainer_url": reverse("web:trainer", args=[public_id])
            if request.user.is_authenticated and player.user_id == request.user.pk
            else "",
        },
    )
