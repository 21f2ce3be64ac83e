"""Serve the addresses behind the site's five entries: each leads to what is nearest to the viewer."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from matches.clubs.access import visible_clubs
from matches.clubs.queries import other_visible_clubs, own_clubs, own_player_in
from matches.pages.common.club_context import LAST_CLUB_COOKIE
from matches.pages.common.listing import listing
from matches.pages.home.views import MAX_IN_PLAY, MAX_OWN_CLUBS
from matches.pages.home.waiting import in_play_rows
from matches.pages.reviews.trainer import practice_lines
from matches.reviews.exercises import practice_by_player
from matches.rubbers.queries import friendly_rubbers_in_play, live_rubber_of

CLUBS_PER_PAGE: Final = 40


@require_safe
def my_club(request: HttpRequest) -> HttpResponse:
    """Redirect to the club that was opened last in this browser, or to the viewer's only club, or to the list."""
    slug = request.COOKIES.get(LAST_CLUB_COOKIE, "")
    if slug and visible_clubs(request.user).filter(slug=slug).exists():
        return redirect("web:club", slug)
    if request.user.is_authenticated:
        slugs = own_clubs(request.user).values_list("slug", flat=True)[:2]
        if len(slugs) == 1:
            return redirect("web:club", slugs[0])
    return redirect("web:clubs")


@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    own = own_clubs(request.user)[:MAX_OWN_CLUBS] if request.user.is_authenticated else ()
    others = listing(request, other_visible_clubs(request.user), key="page", size=CLUBS_PER_PAGE)
    return render(request, "home/clubs.html", {"own_clubs": own, "clubs": others})


@require_safe
def my_score(request: HttpRequest) -> HttpResponse:
    """Redirect to the pad of the viewer's rubber, else to the way to enter one in their club, else to the free pad."""
    if not request.user.is_authenticated:
        return redirect("web:score")
    rubber = live_rubber_of(request.user)
    if rubber is not None:
        return redirect("web:pad", rubber.public_id)
    own = own_clubs(request.user)[:MAX_OWN_CLUBS]
    if len(own) == 1:
        return redirect("web:enter", own[0].slug)
    if not own:
        return redirect("web:score")
    in_play = in_play_rows(friendly_rubbers_in_play(request.user)[:MAX_IN_PLAY])
    return render(request, "home/score.html", {"own_clubs": own, "in_play": in_play})


@require_safe
def my_practice(request: HttpRequest) -> HttpResponse:
    """Redirect to the viewer's own mistakes, or list them by club; without any, redirect to the shipped positions."""
    lines = practice_lines(practice_by_player(request.user, now=timezone.now()))
    if not lines:
        return redirect("web:practice")
    return (
        redirect(lines[0]["url"])
        if len(lines) == 1
        else render(request, "home/practice.html", {"practice": lines})
    )


@require_safe
def me(request: HttpRequest) -> HttpResponse:
    """Redirect to the viewer's page as a player, in the club opened last if they have several; visitors sign in.

    A user who is no player yet is led to their account.
    """
    if not request.user.is_authenticated:
        return redirect("account_login")
    player = own_player_in(request.user, request.COOKIES.get(LAST_CLUB_COOKIE, ""))
    return redirect("web:account") if player is None else redirect("web:player", player.public_id)


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    return render(request, "home/help.html")
