"""Serve a rubber's page, the pages of its deals, and its record as an EGN file.

During play the page of a rubber shows the live score, afterwards the record with its findings and its review.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.clubs.access import open_seats
from matches.exchange.annotated_text import annotated_text
from matches.models import DealReview, Rubber
from matches.pads.queries import games_so_far
from matches.pages.common.club_context import powers_on
from matches.pages.common.links import book_url, step_url
from matches.pages.common.listing import DEALS_A_PAGE, FINDINGS_A_PAGE, SOURCE_SHOWN, listing, shorten
from matches.pages.common.live_updates import live
from matches.pages.common.navigation import Crumb
from matches.pages.common.results import live_score
from matches.pages.common.rubber_context import (
    checked_record,
    egn_text,
    get_finished_rubber,
    get_rubber,
    judgement_of,
    names_of,
    rubber_context,
)
from matches.pages.laws.rulings import waiting_rulings
from matches.pages.reviews.chances import luck_sentences, odds_rows
from matches.pages.reviews.judgements import Judgement
from matches.pages.rubbers.analysis_note import analysis_note, are_open_to_all
from matches.pages.rubbers.deal_page import DealPage
from matches.pages.rubbers.deal_review import review_of
from matches.pages.rubbers.live_page import LivePage
from matches.pages.rubbers.offers import offers, question_about
from matches.pages.rubbers.rubber_page import (
    Neighbours,
    RubberPage,
    deal_title,
    findings_of_deal,
    neighbouring_deals,
    places_of,
)
from matches.pages.rubbers.rubber_report import rubber_report
from matches.pages.rubbers.score_board import score_board
from matches.pages.rubbers.turning_point import turning_point
from matches.reviews import queries as reviews
from matches.reviews.queries import labelled_decisions
from matches.rubbers.live_news import live_mark, rubber_topic
from matches.rubbers.rule import may_rule
from scoring.checked import CheckedDeal, CheckedRubber
from scoring.errors import RecordError
from scoring.notation import write_deal

EGN_MEDIA_TYPE: Final = "text/vnd.ecarte.egn"


@require_safe
def rubber(request: HttpRequest, public_id: str) -> HttpResponse:
    rubber = get_rubber(request, public_id)
    is_live = rubber.state == Rubber.State.LIVE
    mark = live_mark([rubber_topic(rubber)]) if is_live else None
    context = rubber_context(rubber)
    context["crumbs"] = context["crumbs"][:-1]
    powers = powers_on(request, rubber.club)
    question = question_about(rubber, powers)
    context["decides"] = rubber.state in (Rubber.State.DISPUTED, Rubber.State.DRAFT) and powers.can("settle")
    actions = offers(rubber, powers, is_asked=question is not None)
    context |= {
        "question": question,
        "offers": [action for action in actions if not action.is_rare],
        "rare_offers": [action for action in actions if action.is_rare],
    }
    if is_live:
        page = LivePage(checked_record(rubber), names_of(rubber))
        games = [(number, points, page.winner_of(number)) for number, points in games_so_far(rubber.pk)]
        context |= {
            "score_board": score_board(rubber, request.user, games),
            "page": page,
            "live": live([rubber_topic(rubber)], mark),
            "live_score": live_score(rubber, {}),
        }
    else:
        context |= _finished_context(request, rubber)
    return render(request, "rubbers/rubber.html", context)


def _finished_context(request: HttpRequest, rubber: Rubber) -> dict[str, Any]:
    """Return the record of a rubber that is over, as far as the page and its lists show it."""
    seats = open_seats(request.user, rubber)
    flagged = reviews.labelled_decisions(rubber, seats)
    checked = checked_record(rubber)
    names = names_of(rubber)
    deals = listing(request, places_of(checked), key="deals", size=DEALS_A_PAGE)
    may = may_rule(powers_on(request, rubber.club), rubber)
    rulings = waiting_rulings(checked, rubber.public_id, names) if may else ()
    ruled = {ruling.finding for ruling in rulings}
    others = [finding for position, finding in enumerate(checked.findings) if position not in ruled]
    findings = listing(request, others, key="findings", size=FINDINGS_A_PAGE)
    source = egn_text(rubber)
    games = [(game.number, game.points, game.winner) for game in checked.games]
    return {
        "score_board": score_board(rubber, request.user, games),
        "page": RubberPage(
            checked,
            public_id=rubber.public_id,
            names=names,
            places=deals.rows,
            listed=findings.rows,
            judgements=[judgement_of(decision, checked.rubber.rules.variant) for decision in flagged],
        ),
        "turning_point": turning_point(checked, public_id=rubber.public_id, names=names),
        "report": rubber_report(rubber, request.user, names),
        "rulings": rulings,
        "deals_listing": deals,
        "findings_listing": findings,
        "source": shorten(source, SOURCE_SHOWN),
        "source_is_cut": len(source) > SOURCE_SHOWN,
        "egn_url": reverse("web:rubber_egn", args=[rubber.public_id]),
        "has_review": bool(flagged),
    }


@dataclass(frozen=True, slots=True)
class ReviewedDeal:
    """A deal with its review, which is None if there is none, or if the viewer may not see it. Numbers count from 1.

    ``seats`` are the sides whose decisions the viewer may read.
    """

    rubber: Rubber
    checked: CheckedRubber
    game: int
    number: int
    deal: CheckedDeal
    names: tuple[str, str]
    seats: tuple[str, ...]
    judgements: Sequence[Judgement]
    review: DealReview | None
    analysis_note: str
    is_outdated: bool

    def context(self) -> dict[str, Any]:
        findings = findings_of_deal(self.checked, self.game, self.number)
        return rubber_context(self.rubber) | {
            "heading": deal_title(self.game, self.number),
            "deal": DealPage(self.deal, names=self.names, findings=findings, judgements=self.judgements),
            "analysis_note": self.analysis_note,
            "is_outdated": self.is_outdated,
        }


def _get_deal(request: HttpRequest, public_id: str, game: int, deal: int) -> ReviewedDeal:
    """Return the deal at these positions. Raises ``Http404`` if there is none, or the viewer may not see it."""
    rubber = get_finished_rubber(request, public_id)
    checked = checked_record(rubber)
    if not (1 <= game <= len(checked.games) and 1 <= deal <= len(checked.games[game - 1].deals)):
        raise Http404
    seats = open_seats(request.user, rubber)
    variant = checked.rubber.rules.variant
    decisions = reviews.decisions_of_deal(rubber, game, deal, seats)
    judgements = [judgement_of(decision, variant) for decision in decisions]
    review = reviews.deal_reviews(rubber, seats).select_related("review").filter(game=game, deal=deal).first()
    is_analysed = review is not None or (
        not seats and reviews.deal_reviews(rubber, ("A", "B")).filter(game=game, deal=deal).exists()
    )
    is_outdated = review is not None and reviews.is_outdated(review.review)
    # That an analysis is out of date is said of "it", and so to strangers after the sentence on who sees it.
    is_told = is_outdated or powers_on(request, rubber.club).role != "stranger"
    return ReviewedDeal(
        rubber,
        checked,
        game,
        deal,
        checked.games[game - 1].deals[deal - 1],
        names_of(rubber),
        tuple(seats),
        judgements,
        review,
        analysis_note(rubber, seats, is_analysed=is_analysed, is_told=is_told),
        is_outdated=is_outdated,
    )


@require_safe
def deal(request: HttpRequest, public_id: str, game: int, deal: int) -> HttpResponse:
    """Show the review of a deal at the step ``?step=``, as ``?as=`` saw it; without every card, what is on record.

    ``?whole=1`` answers with the table and the comments of all steps alone, which the page's script uncovers.
    """
    reviewed = _get_deal(request, public_id, game, deal)
    rubber, checked, names = reviewed.rubber, reviewed.checked, reviewed.names
    context = reviewed.context()
    notation = write_deal(reviewed.deal.deal)
    may = may_rule(powers_on(request, rubber.club), rubber)
    review = review_of(
        reviewed.deal,
        context["deal"],
        reviewed.judgements,
        reviewed.review,
        names=names,
        wanted=request.GET.get("step", ""),
        view=request.GET.get("as", ""),
    )
    whole = review is not None and request.GET.get("whole") == "1"
    neighbours = neighbouring_deals(checked, game, deal, public_id=public_id)
    context |= {
        "review": review,
        "whole": whole,
        "onward": None if review is None or whole else _onward(reviewed, neighbours),
        "has_own_bar": review is not None,
        "has_bar_when_wide": review is not None,
        "brief": (),
        "odds_before": odds_rows(checked, game, reviewed.deal),
        "luck": () if reviewed.review is None else luck_sentences(reviewed.review, names),
        "notation": shorten(notation, SOURCE_SHOWN),
        "notation_is_cut": len(notation) > SOURCE_SHOWN,
        "egn_url": reverse("web:rubber_egn", args=[public_id]),
        "book_url": book_url(public_id, game=game, deal=deal) if may else "",
        "may_open_analyses": _may_open_analyses(request, rubber),
        "neighbours": neighbours,
    }
    return render(request, _deal_template(context), context)


def _onward(reviewed: ReviewedDeal, neighbours: Neighbours) -> Crumb | None:
    """Return the link after the last mistake of a deal: to the next mistake in the rubber, else to the next deal."""
    game, number = reviewed.game, reviewed.number
    later = Q(game__gt=game) | Q(game=game, deal__gt=number)
    decision = labelled_decisions(reviewed.rubber, reviewed.seats).filter(later).first()
    if decision is not None:
        url = reverse("web:deal", args=[reviewed.rubber.public_id, decision.game, decision.deal])
        anchor = judgement_of(decision, reviewed.checked.rubber.rules.variant).anchor
        return Crumb(step_url(url, anchor), _("Next mistake"))
    return None if neighbours.next is None else Crumb(neighbours.next.url, _("Next deal"))


def _deal_template(context: Mapping[str, Any]) -> str:
    if context["whole"]:
        return "rubbers/_deal_parts.html"
    return "rubbers/deal.html" if context["review"] else "rubbers/deal_record.html"


def _may_open_analyses(request: HttpRequest, rubber: Rubber) -> bool:
    return not are_open_to_all(rubber.club) and powers_on(request, rubber.club).can("change_club")


@require_safe
def deal_steps(request: HttpRequest, public_id: str, game: int, deal: int) -> HttpResponse:
    """Redirect the former address of a deal's steps to its review, with the step and the view."""
    get_finished_rubber(request, public_id)
    url = reverse("web:deal", args=[public_id, game, deal])
    query = request.GET.urlencode()
    return HttpResponsePermanentRedirect(f"{url}?{query}" if query else url)


@require_safe
def rubber_egn(request: HttpRequest, public_id: str) -> HttpResponse:
    return _file(egn_text(get_finished_rubber(request, public_id)), f"rubber-{public_id}.egn")


@require_safe
def rubber_review_egn(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the record as EGN with the visible part of its review. Raises ``Http404`` without any, or if too long."""
    rubber = get_finished_rubber(request, public_id)
    seats = open_seats(request.user, rubber)
    if not seats:
        raise Http404
    try:
        text = annotated_text(rubber, labelled_decisions(rubber, seats))
    except RecordError:
        # With the comments it is longer than a record may be, and could not be read back.
        raise Http404 from None
    return _file(text, f"rubber-{public_id}-review.egn")


def _file(text: str, name: str) -> HttpResponse:
    response = HttpResponse(text, content_type=f"{EGN_MEDIA_TYPE}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
