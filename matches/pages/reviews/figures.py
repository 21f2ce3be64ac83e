"""A player's review figures: what each kind of decision cost him, how that went on, and what luck did."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from matches.clubs.access import are_reviews_open
from matches.models import DealReview
from matches.pages.common.crumbs import Crumb, club_crumb
from matches.pages.common.pagination import listing
from matches.pages.common.result_lines import player_name
from matches.pages.reviews.figures_page import (
    decision_line,
    loss_rows,
    luck_rows,
    luck_stands,
    trend,
)
from matches.reviews.queries import figures as review_figures
from matches.reviews.queries.reviews import player_decisions, player_labelled, player_reviews
from matches.rubbers.queries import page_rows as pages

DECISIONS_A_PAGE: Final = 10


@require_safe
def figures(request: HttpRequest, public_id: str) -> HttpResponse:
    player = get_object_or_404(pages.players_shown(request.user), public_id=public_id)
    if player.merged_into is not None:
        return redirect("web:player_review", player.merged_into.public_id, permanent=True)
    decisions = player_decisions(request.user, player)
    every = review_figures.losses(decisions)
    if not every.decisions and not are_reviews_open(request.user, player):
        raise Http404
    deals = DealReview.objects.filter(review__in=player_reviews(request.user, player))
    marks, games = review_figures.luck(deals, player)
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
            "losses": loss_rows(every, review_figures.losses_by_kind(decisions)),
            "trend": trend(review_figures.losses_by_month(decisions)),
            "luck": luck_rows(marks, games) if marks.deals else (),
            "luck_stands": luck_stands(marks, games),
            "decisions": [decision_line(decision) for decision in dearest.rows],
            "dearest": dearest,
            "trainer_url": reverse("web:trainer", args=[public_id])
            if request.user.is_authenticated and player.user_id == request.user.pk
            else "",
        },
    )
