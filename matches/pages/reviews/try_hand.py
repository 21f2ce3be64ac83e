"""Serve the shipped positions, which anybody may try: one on the home page, all of them as practice.

The home page has the verdict on every choice; a link to a verdict's own address on the page shows it, without a script.
On the pages of practice an answer is sent as a form, so that right answers in a row are counted.
"""

from __future__ import annotations

from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from matches.common.number_format import percent
from matches.pages.common.game_words import LABEL_SIGNS
from matches.pages.reviews.choice_words import choice_phrase
from matches.pages.reviews.drill import (
    buttons,
    drill_context,
    hand_cards,
    hint,
    question,
    theme_in,
    theme_links,
    with_theme,
)
from matches.pages.reviews.judgements import Judgement
from matches.pages.reviews.position import Position, position_of
from matches.pages.reviews.streak import count_answer
from matches.pages.reviews.verdict import (
    MOST_NAMED,
    Judged,
    Verdict,
    bars,
    card_in_text,
    either,
    reason_sentences,
    verdict_on,
)
from matches.reviews.positions import FIRST, OfferedPosition, numbers_of, offered_position
from matches.reviews.themes import Theme
from scoring.cards import seat
from scoring.record import Variant
from worker.review.decision import frequency_in

REASONS_SHOWN: Final = 1
"""The number of reasons beside a verdict on the home page; the first one says most, the others unfold."""


def position_and_choices(offered: OfferedPosition) -> tuple[Position, Judged]:
    """Return a shipped position as its player saw it, and the chances of the choices that it offers."""
    tried, view = offered.position, offered.view
    names = [str(capfirst(_("your opponent")))] * 2
    names[seat(tried.player)] = _("You")
    judged = Judged(
        kind=tried.kind,
        hand=view.hand,
        chances={each.choice: each.chance for each in tried.verdicts},
        frequency=frequency_in(tried.verdicts[0].reasons),
    )
    position = position_of(view, names=(names[0], names[1]), hides_king=tried.kind == "king")
    return position, judged


def _verdict(offered: OfferedPosition, judged: Judged, choice: str, *, shown: int = 0) -> Verdict:
    tried = offered.position.verdict(choice)
    reasons = () if tried is None else tried.reasons
    return verdict_on(judged, choice, reasons=reasons, other=_("your opponent"), shown=shown)


def hand_context(number: int) -> dict[str, Any] | None:
    """Return what the template ``reviews/_try.html`` shows of a position, or None if there is none of this number."""
    offered = offered_position(number)
    if offered is None:
        return None
    position, judged = position_and_choices(offered)
    ids = {choice: f"answer-{place}" for place, choice in enumerate(judged.chances, start=1)}
    is_card = judged.kind == "card"
    return {
        "position": position,
        "question": question(judged.kind, position, is_offered=True),
        "hint": hint(judged.kind, "links"),
        "hand": hand_cards(position, judged, targets=ids),
        "mode": "links" if is_card else "shown",
        "buttons": [] if is_card else buttons(judged, targets=ids),
        "answers": [
            (ids[choice], _verdict(offered, judged, choice, shown=REASONS_SHOWN)) for choice in judged.chances
        ],
        "bars": bars(judged),
        "next": offered.next_number,
    }


@require_http_methods(["GET", "HEAD"])
def practice(request: HttpRequest) -> HttpResponse:
    """Show the first position of the theme in the address, or of all."""
    theme = theme_in(request)
    return _render(request, FIRST if theme is None else numbers_of(theme)[0], theme)


@require_http_methods(["GET", "HEAD", "POST"])
def try_hand(request: HttpRequest, number: int) -> HttpResponse:
    """Show a position, and the verdict on the choice in the address. A posted choice is counted, then shown so."""
    theme = theme_in(request)
    if request.method == "POST":
        return _count(request, number, theme)
    return _render(request, number, theme, answer=request.GET.get("choice", ""))


def _offered(number: int, theme: Theme | None) -> OfferedPosition:
    offered = offered_position(number, theme)
    if offered is None:
        raise Http404
    return offered


def _count(request: HttpRequest, number: int, theme: Theme | None) -> HttpResponse:
    _position, judged = position_and_choices(_offered(number, theme))
    choice = request.POST.get("choice", "")
    url = reverse("web:try_hand", args=[number])
    if choice not in judged.chances:
        return redirect(with_theme(url, theme))
    response = redirect(with_theme(f"{url}?{urlencode({'choice': choice})}", theme))
    is_right = judged.label(choice) is None
    count_answer(request, response, question=f"position {number}", is_right=is_right)
    return response


def _render(request: HttpRequest, number: int, theme: Theme | None, *, answer: str = "") -> HttpResponse:
    offered = _offered(number, theme)
    position, judged = position_and_choices(offered)
    answer = answer if answer in judged.chances else ""
    next_url = with_theme(reverse("web:try_hand", args=[offered.next_number]), theme)
    numbers = numbers_of(theme)
    # Practice begins with the position of the home page, and goes round from there.
    begun = numbers.index(FIRST) if FIRST in numbers and theme is None else 0
    at = numbers.index(number) if number in numbers else begun
    place = {"number": (at - begun) % offered.count + 1, "count": offered.count}
    context = drill_context(request, position, judged, answer=answer) | {
        "action": with_theme(reverse("web:try_hand", args=[number]), theme),
        "pending": _("Hand %(number)s of %(count)s") % place,
        "skip_url": "" if answer else next_url,
        "next_url": next_url,
        "next_text": _("Next hand"),
        "themes": theme_links(request, "positions", theme=theme),
    }
    if answer:
        context["verdict"] = _verdict(offered, judged, answer)
    return render(request, "reviews/drill.html", context)


def short_verdict(judgement: Judgement) -> dict[str, Any]:
    """Return what a choice in a recorded deal cost, and the better one, in one line."""
    kind, label = judgement.kind, judgement.label or ""
    points = round(100 * (judgement.equity_loss or 0.0))
    cost = format_html(
        ngettext(
            "{choice} lowered the chance by {points} point",
            "{choice} lowered the chance by {points} points",
            points,
        ),
        choice=_short_choice(kind, judgement.chosen, judgement.variant),
        points=points,
    )
    best = [_short_choice(kind, each, judgement.variant) for each in judgement.preferred[:MOST_NAMED]]
    return {"mark": LABEL_SIGNS.get(label, ""), "look": label, "cost": cost, "best": either(best)}


def _short_choice(kind: str, choice: str, variant: Variant) -> SafeString | str:
    return card_in_text(choice) if kind == "card" else capfirst(choice_phrase(kind, choice, variant))


def example_mistake(number: int, choice: str) -> dict[str, Any]:
    """Return a choice of a shipped position as an example: what it cost, the best choice, and one reason."""
    offered = offered_position(number)
    verdict = None if offered is None else offered.position.verdict(choice)
    if offered is None or verdict is None:
        raise ValueError((number, choice))
    position = offered.position
    reasons = [reason for reason in verdict.reasons if reason["code"] == "cant_lose"] or verdict.reasons
    return {
        "number": number,
        "mark": LABEL_SIGNS.get(verdict.label or "", ""),
        "look": verdict.label or "",
        "cost": format_html(
            _("{choice}: {chance} chance to win instead of {best_chance}"),
            choice=card_in_text(choice),
            chance=percent(verdict.chance),
            best_chance=percent(position.best[0].chance),
        ),
        "best": either([card_in_text(each.choice) for each in position.best]),
        "reason": reason_sentences(reasons[:1], other=_("your opponent"), chosen=choice)[0],
    }
