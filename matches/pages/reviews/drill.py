"""Put one decision to practise on one screen: the question, the hand as answer buttons, and the verdict.

The trainer, the positions to try and the hands of the old treatise are three sources of such decisions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

from matches.pages.common.card_faces import Face
from matches.pages.reviews.position import Position
from matches.pages.reviews.streak import read_streak
from matches.pages.reviews.verdict import Judged, bars, card_in_text
from matches.reviews.exercises import practice_by_player
from matches.reviews.positions import count_by_theme
from matches.reviews.themes import Theme, is_theme
from scoring.cards import CARD_BY_NAME, parse_cards
from worker.review.decision import NOTHING
from worker.review.treatise_hands import questions

Mode: TypeAlias = Literal["links", "buttons", "toggles", "shown"]
"""The way in which a hand answers: links to the answers on the page, buttons or ticks of a form, or none any more."""
Source: TypeAlias = Literal["own", "positions", "treatise"]
THEME_NAMES: Final[dict[Theme, str | Promise]] = {
    "calls": pgettext_lazy("theme", "Calls"),
    "leads": pgettext_lazy("theme", "Leads"),
    "replies": pgettext_lazy("theme", "Replies"),
    "discards": pgettext_lazy("theme", "Discards"),
    "endings": pgettext_lazy("theme", "Endings"),
}


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card of the hand. ``value`` is the choice that it stands for, "" if it is none; ``look`` are its classes."""

    face: Face
    value: str
    look: str


@dataclass(frozen=True, slots=True)
class ThemeLink:
    """A theme to choose, with the number of its decisions."""

    text: str | Promise
    number: int
    url: str
    is_current: bool


def question(kind: str, position: Position, *, is_offered: bool = False) -> SafeString | str:
    """Return the question of a decision. ``is_offered``: only some discards are offered, named by what they keep."""
    match kind:
        case "proposal" if "P" in position.calls:
            return _("Propose again, or play?")
        case "proposal":
            return _("Propose, or play?")
        case "reply":
            return _("Give cards, or refuse?")
        case "discard" if is_offered:
            return _("Which cards do you keep?")
        case "discard":
            return _("Which cards do you change?")
        case "king":
            return _("You hold the king. Show it?")
        case "card" if position.lead is not None:
            return format_html(_("Play to {card}"), card=card_in_text(position.lead.code))
        case "card":
            return _("Lead a card")
    raise ValueError(kind)


def hint(kind: str, mode: Mode) -> str:
    """Return what to do to answer; "" where the buttons say it."""
    if kind == "card":
        return _("Tap the one that you would play.")
    return _("Tap the cards to change.") if mode == "toggles" else ""


def hand_cards(
    position: Position, judged: Judged, *, answer: str = "", targets: Mapping[str, str] | None = None
) -> list[HandCard]:
    """Return the cards of the hand. ``targets`` are the values of the choices, if they are not the choices' names."""
    is_card = judged.kind == "card"
    put_out = _put_out(answer) if judged.kind == "discard" else set()
    cards = []
    for face in position.hand:
        code = face.code
        looks = {
            "trump-first": code == position.trump_first,
            "off": is_card and code not in judged.chances,
            "chosen": is_card and code == answer,
            "right": is_card and bool(answer) and code in judged.best,
            "out": code in put_out,
        }
        value = ""
        if is_card and not looks["off"]:
            value = code if targets is None else targets[code]
        elif judged.kind == "discard":
            value = code
        cards.append(HandCard(face, value, " ".join(name for name, is_so in looks.items() if is_so)))
    return cards


def _put_out(choice: str) -> set[str]:
    mask = 0 if choice in ("", NOTHING) else parse_cards(choice)
    return {name for name, card in CARD_BY_NAME.items() if mask >> card & 1}


def buttons(judged: Judged, *, targets: Mapping[str, str] | None = None) -> list[dict[str, Any]]:
    """Return the choices that are no cards of the hand, each with its value and the words of its button."""
    return [
        {"value": choice if targets is None else targets[choice], "text": judged.short_name(choice)}
        for choice in judged.chances
    ]


def drill_context(
    request: HttpRequest,
    position: Position,
    judged: Judged,
    *,
    answer: str = "",
    has_toggles: bool = False,
) -> dict[str, Any]:
    """Return what the template ``reviews/drill.html`` shows of every decision.

    ``answer`` is the choice to judge, "" before the answer. ``has_toggles``: a discard is put together card by card.
    """
    mode: Mode = "shown"
    if not answer and has_toggles and judged.kind == "discard":
        mode = "toggles"
    elif not answer and judged.kind == "card":
        mode = "buttons"
    is_asked_by_buttons = not answer and mode == "shown"
    return {
        "position": position,
        "question": question(judged.kind, position, is_offered=not has_toggles),
        "hint": "" if answer else hint(judged.kind, mode),
        "hand": hand_cards(position, judged, answer=answer),
        "mode": mode,
        "buttons": buttons(judged) if is_asked_by_buttons else [],
        "bars": bars(judged, answer) if answer else [],
        "pending": "",
        "streak": read_streak(request),
    }


def pending_text(number: int) -> str:
    return ngettext("%(number)s to practise", "%(number)s to practise", number) % {"number": number}


def theme_links(
    request: HttpRequest,
    source: Source,
    *,
    theme: Theme | None,
    own: Mapping[Theme, int] | None = None,
    own_url: str = "",
) -> list[ThemeLink]:
    """Return the themes to choose from: the viewer's own decisions, then the positions, then the old treatise.

    On the pages of ``source`` "own" ``own`` counts the themes, which are at ``own_url``. Elsewhere the viewer's own
    decisions are one link, if any wait.
    """
    links: list[ThemeLink] = []
    if own is not None:
        links += _links_of(own, own_url, theme=theme, is_here=source == "own")
    elif number := sum(each.number for each in practice_by_player(request.user, now=timezone.now())):
        links.append(ThemeLink(_("Your mistakes"), number, reverse("web:my_practice"), False))
    shipped, url = count_by_theme(), reverse("web:practice")
    if source == "positions":
        links += _links_of(shipped, url, theme=theme, is_here=True)
    else:
        links.append(ThemeLink(_("Sample hands"), sum(shipped.values()), url, False))
    first = reverse("web:old_hand", args=[1])
    links.append(ThemeLink(_("Old treatise"), len(questions()), first, source == "treatise"))
    return links


def _links_of(
    counted: Mapping[Theme, int], url: str, *, theme: Theme | None, is_here: bool
) -> Sequence[ThemeLink]:
    if not counted:
        return []
    whole = ThemeLink(pgettext_lazy("theme", "All"), sum(counted.values()), url, is_here and theme is None)
    return [
        whole,
        *(
            ThemeLink(THEME_NAMES[each], number, with_theme(url, each), is_here and theme == each)
            for each, number in counted.items()
        ),
    ]


def with_theme(url: str, theme: Theme | None) -> str:
    """Return the URL of a page of practice that stays within ``theme``."""
    return url if theme is None else f"{url}{'&' if '?' in url else '?'}theme={theme}"


def theme_in(request: HttpRequest) -> Theme | None:
    """Return the theme in the address, or None if it has none."""
    name = request.GET.get("theme", "")
    return name if is_theme(name) else None
