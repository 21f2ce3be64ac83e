"""Put together the review of a deal at one of its steps: table, comments, list of steps, chances, luck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from matches.models import DealReview
from matches.pages.reviews.judgements import Judgement
from matches.pages.rubbers.board import Board, BoardMaker
from matches.pages.rubbers.deal_chart import DealChart, LuckBar, deal_chart, luck_bar
from matches.pages.rubbers.deal_page import DealPage
from matches.pages.rubbers.deal_steps import DealStep, steps_of
from matches.pages.rubbers.step_comments import Comment, chances_after, comments, judged_badly
from scoring.checked import CheckedDeal

VIEWS: Final = ("both", "a", "b")


@dataclass(frozen=True, slots=True)
class StepLink:
    """A step in the list of steps. ``chance`` is A's after it in per cent, "" if unknown."""

    step: DealStep
    comment: Comment
    chance: str

    @property
    def by(self) -> str:
        return self.comment.by


@dataclass(frozen=True, slots=True)
class TrickLinks:
    """A trick in the list of steps: B's card over A's. A card is None if it is not on record."""

    number: int
    upper: StepLink | None
    lower: StepLink | None


@dataclass(frozen=True, slots=True)
class Odds:
    """The bar of chances with both hands open, B's part above A's. ``upper`` is B's in per cent."""

    is_known: bool = False
    upper: float = 50
    upper_text: str = ""
    lower_text: str = ""


@dataclass(frozen=True, slots=True)
class DealReviewPage:
    """The review of a deal at step ``now`` of ``count``, from 1. ``next_mistake`` is 0 if no later step has one."""

    now: int
    count: int
    view: str
    board: Board
    comments: tuple[Comment, ...]
    before_play: tuple[StepLink, ...]
    tricks: tuple[TrickLinks, ...]
    odds: Odds
    chart: DealChart | None
    luck: LuckBar | None
    next_mistake: int

    @property
    def back(self) -> int:
        return max(1, self.now - 1)

    @property
    def on(self) -> int:
        return min(self.count, self.now + 1)

    @property
    def query(self) -> str:
        """The part of a step's address that keeps the view."""
        return "" if self.view == "both" else f"&as={self.view}"


def review_of(
    deal: CheckedDeal,
    page: DealPage,
    judgements: Sequence[Judgement],
    review: DealReview | None,
    *,
    names: tuple[str, str],
    wanted: str = "",
    view: str = "",
) -> DealReviewPage | None:
    """Return the review of the deal that ``page`` shows, or None if not every card is on record.

    ``wanted`` is the number of a step, or the anchor of a judgement; anything else means the first step. ``view`` is
    one of ``VIEWS``.
    """
    steps = steps_of(deal, page, names=names)
    if not steps:
        return None
    view = view if view in VIEWS else VIEWS[0]
    now = _step_number(steps, wanted)
    moments: Sequence[Mapping[str, Any]] = () if review is None else review.moments
    chances = chances_after(steps, moments)
    judged = judged_badly(steps, judgements)
    all_comments = comments(steps, judgements, names=names, chances=chances, now=now, ending=_ending(page))
    links = [
        StepLink(step, comment, "" if chance is None else f"{100 * chance:.1f}")
        for step, comment, chance in zip(steps, all_comments, chances, strict=True)
    ]
    return DealReviewPage(
        now=now,
        count=len(steps),
        view=view,
        board=BoardMaker(deal, steps, names=names, now=now, view=view, judged=judged).make(),
        comments=all_comments,
        before_play=tuple(link for link in links if link.step.trick is None),
        tricks=_tricks(links),
        odds=_odds(chances[now - 1]),
        chart=deal_chart(all_comments, chances, moments, now=now),
        luck=luck_bar(review, names),
        next_mistake=_next_mistake(sorted(judged), now),
    )


def _step_number(steps: Sequence[DealStep], wanted: str) -> int:
    for number, step in enumerate(steps, start=1):
        if any(flag.anchor == wanted for flag in step.flags):
            return number
    number = int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) < 4 else 1
    return min(max(number, 1), len(steps))


def _next_mistake(judged: Sequence[int], now: int) -> int:
    """Return the number of the next step with a mistake, or 0 if there is none after this step."""
    return next((place + 1 for place in judged if place + 1 > now), 0)


def _ending(page: DealPage) -> str:
    if page.is_void:
        return _("This deal does not count: the same dealer deals again.")
    return " ".join(filter(None, (page.outcome, page.score_now)))


def _odds(chance: float | None) -> Odds:
    if chance is None:
        return Odds()
    upper = 100 * (1 - chance)
    return Odds(True, round(upper, 1), f"{upper:.0f}", f"{100 * chance:.0f}")


def _tricks(links: Sequence[StepLink]) -> tuple[TrickLinks, ...]:
    numbers = dict.fromkeys(link.step.trick for link in links if link.step.trick is not None)

    def card_of(number: int, player: str) -> StepLink | None:
        return next((link for link in links if link.step.trick == number and link.by == player), None)

    return tuple(TrickLinks(number, card_of(number, "b"), card_of(number, "a")) for number in numbers)
