"""The page guide: every part that pages are made of, in each of its states, drawn by the files that draw it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from matches.pages.common.club_nav import Tab
from matches.pages.events.public.room import SECONDS_A_SLIDE, SECONDS_TO_FRESH
from matches.pages.styleguide import (
    events,
    figures,
    forms,
    pads,
    ratings,
    records,
    reviews,
    samples,
    tables,
)

TITLES: Final[dict[str, str | Promise]] = {
    "letters": _("Letters and colours"),
    "forms": _("Forms"),
    "boards": _("Cards to choose"),
    "lists": _("Lists and tables"),
    "cards": _("Cards and deals"),
    "records": _("Records and findings"),
    "reviews": _("Reviews"),
    "figures": _("Figures"),
    "ratings": _("Ratings"),
    "honours": _("Records and seasons"),
    "events": _("Pairings and standings"),
    "draws": _("Crosstables and brackets"),
    "pad": _("Score pad"),
    "tables": _("Pools and French tables"),
}

COLOURS: Final = (
    ("paper", _("Paper, behind everything")),
    ("sheet", _("Sheet, behind what lies on it")),
    ("ink", _("Ink, for words")),
    ("soft", _("Soft ink, for what is by the way")),
    ("rule", _("Fine rules between lines")),
    ("rule-strong", _("Rules around fields and boxes")),
    ("link", _("Links, and what is well")),
    ("wash", _("Behind what is well")),
    ("claret", _("What is wrong")),
    ("claret-wash", _("Behind what is wrong")),
    ("gold", _("What wants care")),
    ("gold-wash", _("Behind what wants care")),
    ("baize", _("The table")),
    ("baize-deep", _("The table's shade")),
    ("action", _("The main button")),
    ("focus", _("Around what the keyboard is on")),
)


@require_safe
def guide(request: HttpRequest, part: str = "letters") -> HttpResponse:
    """One page of the guide. Raises ``Http404`` for a part that there is not."""
    if part == samples.ROOM:
        return _room(request)
    if part not in TITLES:
        raise Http404
    frame = {
        "title": TITLES[part],
        "parts": [Tab(samples.address(each), title, each == part) for each, title in TITLES.items()],
    }
    return render(request, f"styleguide/{part}.html", {**frame, **PARTS[part]()})


def _room(request: HttpRequest) -> HttpResponse:
    """The screen for the room, with a slide of each kind."""
    slides = events.slides()
    asked = request.GET.get("slide", "1")
    here = int(asked) if asked in map(str, range(1, len(slides) + 1)) else 1
    context = {
        "event": _("Autumn Cup"),
        "club": samples.club(),
        "slides": slides,
        "here": here,
        "following": here % len(slides) + 1,
        "before": (here - 2) % len(slides) + 1,
        "seconds": SECONDS_A_SLIDE,
        "fresh_seconds": SECONDS_TO_FRESH,
        "slides_url": "?part=slides",
        "back_url": samples.address("draws"),
    }
    is_part = request.GET.get("part") == "slides"
    return render(request, "events/public/_slides.html" if is_part else "styleguide/room.html", context)


def _letters() -> dict[str, Any]:
    return {
        "crumbs": samples.crumbs(),
        "club": samples.club(),
        "tabs": samples.club_tabs(),
        "notices": samples.messages(),
        "colours": COLOURS,
    }


def _forms() -> dict[str, Any]:
    return {
        "empty_form": forms.empty_form(),
        "filled_form": forms.filled_form(),
        "wrong_form": forms.wrong_form(),
        "disabled_form": forms.disabled_form(),
        "filter_form": forms.filter_form(),
    }


def _boards() -> dict[str, Any]:
    return {"board_form": forms.board_form()}


def _lists() -> dict[str, Any]:
    return {
        "clubs": samples.club_lines(),
        "rubbers": samples.rubber_lines(),
        "standings": samples.standings(),
        "game": samples.game_shown(),
        "sides": samples.sides(),
        "first_page": samples.long_list(1),
        "second_page": samples.long_list(2),
        "columns": range(12),
    }


def _cards() -> dict[str, Any]:
    return {
        "faces": samples.faces(),
        "deal": samples.deal_shown(1),
        "exchanged": samples.deal_shown(2),
    }


def _records() -> dict[str, Any]:
    return {
        "findings": samples.findings(),
        "waiting": samples.waiting(),
        "rulings": samples.rulings(),
        "source": samples.source(),
    }


def _reviews() -> dict[str, Any]:
    return {
        "flags": reviews.flags(),
        "chart": reviews.line(),
        "deal": reviews.page(),
        "board": reviews.steps(),
        "brief": frozenset({reviews.DECISIONS[-1].anchor}),
    }


def _figures() -> dict[str, Any]:
    return {"shares": figures.shares(), "course": figures.months(), **figures.ends(), **figures.tables()}


def _events() -> dict[str, Any]:
    return {
        "pairings": events.pairing_lines(),
        "rounds": events.round_links(),
        "tables": events.tables(),
        "bracket_table": events.bracket_table(),
    }


def _draws() -> dict[str, Any]:
    drawing, boxes = events.bracket()
    return {
        "crosstables": [events.crosstable_by_round(), events.crosstable_against_all()],
        "drawing": drawing,
        "boxes": boxes,
        "room_url": samples.address(samples.ROOM),
    }


PARTS: Final[dict[str, Callable[[], dict[str, Any]]]] = {
    "letters": _letters,
    "forms": _forms,
    "boards": _boards,
    "lists": _lists,
    "cards": _cards,
    "records": _records,
    "reviews": _reviews,
    "figures": _figures,
    "ratings": ratings.shown,
    "honours": records.shown,
    "events": _events,
    "draws": _draws,
    "pad": pads.parts,
    "tables": tables.parts,
}
