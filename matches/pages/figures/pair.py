"""Two players against each other: the figures of both side by side."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from matches.clubs.access import Viewer
from matches.figures.queries.by_player import form
from matches.figures.queries.totals import Figures, Scope, figures_of_both
from matches.models import Player
from matches.pages.common.result_lines import side_names
from matches.pages.figures.download import figures_file
from matches.pages.figures.lines import form_mark
from matches.pages.figures.page import facts, list_url
from matches.pages.figures.play_quality import played
from matches.pages.figures.rows import groups
from matches.pages.figures.subjects import Asked, Subject, asked, frame, of_pair, other_game


def pair_page(request: HttpRequest, subject: Subject) -> HttpResponse:
    found = asked(request, subject)
    own, theirs = _both(request.user, found)
    names = _names(found.scope)
    context = {
        **frame(found),
        "facts": facts(own[1]),
        "is_empty": own[1].is_empty,
        "other_game": other_game(found),
        "csv_url": found.url("csv"),
        "names": names,
        "chances_url": _chances_url(found.scope),
        "urls": [reverse("web:player", args=[player.public_id]) for player in _people(found.scope)],
    }
    if not own[1].is_empty:
        context |= {
            "groups": groups([(each, list_url(asked_of)) for asked_of, each in (own, theirs)]),
            "form": [form_mark(line) for line in form(request.user, found.scope)],
            "played": played(request.user, found.scope, _people(found.scope)),
            "games": [each["games_won"].counted for _asked, each in (own, theirs)],
        }
    return render(request, "figures/pair.html", context)


def pair_csv(request: HttpRequest, subject: Subject) -> HttpResponse:
    found = asked(request, subject)
    sides = _both(request.user, found)
    return figures_file(
        found,
        [(name, each) for name, (_asked, each) in zip(_names(found.scope), sides, strict=True)],
    )


def _both(viewer: Viewer, found: Asked) -> tuple[tuple[Asked, Figures], tuple[Asked, Figures]]:
    """What is asked of either, seen from his side, with his figures."""
    own, theirs = figures_of_both(viewer, found.scope)
    return (found, own), (_turned(found, theirs.scope), theirs)


def _turned(found: Asked, scope: Scope) -> Asked:
    player, opponent = _people(scope)
    return replace(found, subject=of_pair(player, opponent), scope=scope)


def _chances_url(scope: Scope) -> str:
    """What the ratings of both foretell; empty where the two are not of one club, whose ratings they would be."""
    player, opponent = _people(scope)
    if player.club_id != opponent.club_id:
        return ""
    query = urlencode({"a": player.public_id, "b": opponent.public_id})
    return f"{reverse('web:rating_chances', args=[player.club.slug])}?{query}"


def _people(scope: Scope) -> list[Player]:
    return [player for player in (scope.player, scope.opponent) if player is not None]


def _names(scope: Scope) -> tuple[str, str]:
    player, opponent = _people(scope)
    return side_names(player, opponent)
