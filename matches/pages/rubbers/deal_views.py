"""The pages of one deal: as it went, and step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from matches.clubs.access import open_seats
from matches.models import DealReview, Rubber
from matches.pages.common.checked_record import checked_record, judgement_of, names_of
from matches.pages.common.crumbs import Crumb
from matches.pages.common.limits import SOURCE_SHOWN, shortened
from matches.pages.common.powers import powers_on
from matches.pages.common.result_lines import rubber_title
from matches.pages.laws.links import book_url
from matches.pages.reviews.judgements import Judgement, flag
from matches.pages.rubbers.chance_chart import Chart, chart
from matches.pages.rubbers.deal_page import DealPage, deal_page
from matches.pages.rubbers.deal_steps import board
from matches.pages.rubbers.entry.context import crumbs_of, finished_rubber
from matches.pages.rubbers.luck_words import luck_sentences
from matches.pages.rubbers.odds import prospects
from matches.pages.rubbers.page import chart_deal, deal_title, findings_of_deal, neighbouring_deals
from matches.reviews.queries import reviews
from matches.rubbers.rulings import may_rule
from scoring.checked import CheckedDeal, CheckedRubber
from scoring.notation import write_deal

DECISIONS_IN_FULL: Final = 3
"""The dearest decisions of a deal, of which a page shows every choice; more would make it heavy."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """One deal with what the viewer may read of its review."""

    rubber: Rubber
    names: tuple[str, str]
    checked: CheckedRubber
    deal: CheckedDeal
    judgements: Sequence[Judgement]
    review: DealReview | None

    @property
    def moments(self) -> list[dict[str, Any]]:
        return [] if self.review is None else self.review.moments


def _shown(request: HttpRequest, public_id: str, game: int, deal: int) -> _Shown:
    """The deal at these positions, from 1. Raises ``Http404`` where there is none, or the viewer may not see it."""
    rubber = finished_rubber(request, public_id)
    checked = checked_record(rubber)
    if not (1 <= game <= len(checked.games) and 1 <= deal <= len(checked.games[game - 1].deals)):
        raise Http404
    seats = open_seats(request.user, rubber)
    return _Shown(
        rubber,
        names_of(rubber),
        checked,
        checked.games[game - 1].deals[deal - 1],
        [
            judgement_of(decision, checked.rubber.rules.variant)
            for decision in reviews.decisions_of_deal(rubber, game, deal, seats)
        ],
        reviews.deal_reviews(rubber, seats).filter(game=game, deal=deal).first(),
    )


def _page(shown: _Shown, game: int, deal: int, judgements: Sequence[Judgement]) -> DealPage:
    findings = findings_of_deal(shown.checked, game, deal)
    return deal_page(shown.deal, names=shown.names, findings=findings, judgements=judgements)


@require_safe
def deal(request: HttpRequest, public_id: str, game: int, deal: int) -> HttpResponse:
    """``game`` and ``deal`` are positions from 1, as findings and decisions count them."""
    shown = _shown(request, public_id, game, deal)
    labelled = [judgement for judgement in shown.judgements if judgement.label]
    page = _page(shown, game, deal, labelled)
    notation = write_deal(shown.deal.deal)
    rubber = shown.rubber
    return render(
        request,
        "rubbers/deal.html",
        {
            "rubber_title": rubber_title(rubber),
            "heading": deal_title(game, deal),
            "crumbs": crumbs_of(rubber),
            "deal": page,
            "steps_url": reverse("web:deal_steps", args=[public_id, game, deal]),
            "can_step": board(shown.deal, page, names=shown.names) is not None,
            "decisions": len(shown.judgements),
            "brief": _brief(labelled),
            "prospects": prospects(shown.checked, game, shown.deal),
            "luck": () if shown.review is None else luck_sentences(shown.review, shown.names),
            "chart": _chart(shown, public_id, game, deal),
            "notation": shortened(notation, SOURCE_SHOWN),
            "notation_is_cut": len(notation) > SOURCE_SHOWN,
            "egn_url": reverse("web:rubber_egn", args=[public_id]),
            "book_url": book_url(public_id, game=game, deal=deal)
            if may_rule(powers_on(request, rubber.club), rubber)
            else "",
            "neighbours": neighbouring_deals(shown.checked, game, deal, public_id=public_id),
        },
    )


@require_safe
def deal_steps(request: HttpRequest, public_id: str, game: int, deal: int) -> HttpResponse:
    """The deal step by step, and every decision in it; ``game`` and ``deal`` are positions from 1."""
    shown = _shown(request, public_id, game, deal)
    page = _page(shown, game, deal, shown.judgements)
    stepped = board(shown.deal, page, names=shown.names, moments=shown.moments)
    url = reverse("web:deal", args=[public_id, game, deal])
    return render(
        request,
        "rubbers/deal_steps.html",
        {
            "rubber_title": rubber_title(shown.rubber),
            "heading": deal_title(game, deal),
            "crumbs": [*crumbs_of(shown.rubber), Crumb(url, deal_title(game, deal))],
            "deal": page,
            "names": shown.names,
            "board": stepped,
            "left": page.flags if stepped else [flag(each, shown.names) for each in shown.judgements],
            "brief": _brief(shown.judgements),
        },
    )


def _brief(judgements: Sequence[Judgement]) -> frozenset[str]:
    """The anchors of those that are told in brief: all but the dearest."""
    dearest = sorted(judgements, key=lambda each: -(each.equity_loss or each.loss))
    return frozenset(judgement.anchor for judgement in dearest[DECISIONS_IN_FULL:])


def _chart(shown: _Shown, public_id: str, game: int, deal: int) -> Chart | None:
    line = chart_deal(shown.deal, (game, deal), public_id=public_id, moments=shown.moments)
    return chart(shown.names[0], [line], [shown.moments])
