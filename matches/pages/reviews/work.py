"""List what a player may work on: the kinds of decision that cost them most, beside the club's mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.common.number_format import decimal, grouped
from matches.pages.reviews.figures import KINDS
from matches.reviews.kind_costs import KindCost
from matches.reviews.review_figures import LEAST_DECISIONS

KINDS_SHOWN: Final = 3
LENGTH: Final = 80
"""The length of the longest bar, in per cent of the width."""


@dataclass(frozen=True, slots=True)
class WorkRow:
    """A kind of decision with its mean cost: as a bar ``length`` per cent long, the club's mean at ``mean``, or None.

    ``caution`` says that there are too few decisions for a judgement, or is "".
    """

    name: str | Promise
    cost: str
    length: int
    mean: int | None
    mean_cost: str
    caution: str


def work_rows(costs: Sequence[KindCost]) -> list[WorkRow]:
    """Return the dearest of ``costs``, which are in order, those of few decisions after the others.

    Kinds that cost nothing are left out.
    """
    dear = [cost for cost in costs if cost.mean > 0]
    dearest = sorted(dear, key=lambda cost: cost.decisions < LEAST_DECISIONS)[:KINDS_SHOWN]
    most = max((max(cost.mean, cost.club_mean or 0.0) for cost in dearest), default=0.0)
    return [_row(cost, most) for cost in dearest]


def _row(cost: KindCost, most: float) -> WorkRow:
    mean = cost.club_mean
    return WorkRow(
        name=KINDS[cost.kind],
        cost=_percent(cost.mean),
        length=max(1, round(LENGTH * cost.mean / most)),
        mean=None if mean is None else round(LENGTH * mean / most),
        mean_cost="" if mean is None else _percent(mean),
        caution="" if cost.decisions >= LEAST_DECISIONS else _few(cost.decisions),
    )


def _few(decisions: int) -> str:
    text = ngettext("%(number)s decision, few yet", "%(number)s decisions, few yet", decisions)
    return text % {"number": grouped(decisions)}


def _percent(chance: float) -> str:
    return _("%(share)s %%") % {"share": decimal(100 * chance, 1)}
