"""Serve the model hands of the old treatise, as a list and as decisions to practise. They are open to anybody."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from matches.pages.common import game_words
from matches.pages.common.navigation import Crumb
from matches.pages.reviews.choice_words import hand_text, short_card, short_cards, treatise_note
from matches.pages.reviews.drill import drill_context, theme_links
from matches.pages.reviews.judgements import Judgement, method_sentence
from matches.pages.reviews.position import Position, position_of
from matches.pages.reviews.streak import count_answer
from matches.pages.reviews.treatise import hand_of_mask, treatise_crumb
from matches.pages.reviews.verdict import Judged, verdict_on
from scoring.cards import CARD_BY_NAME, format_cards, seat
from scoring.player_view import view_at
from worker.review.treatise.hands import ILLUSTRATIVE_HANDS, IllustrativeHand, Part
from worker.review.treatise_hands import Question, checked_part, questions_of

NAMES: Final = (pgettext_lazy("as a name", "Dealer"), pgettext_lazy("as a name", "Elder"))
"""The names of the players A and B in every model hand."""


class QuestionForm(forms.Form):
    """The address of a hand's question, which counts from 1, and of the card to judge. Both fields are optional."""

    question = forms.IntegerField(min_value=1, required=False)
    card = forms.ChoiceField(choices=[(name, name) for name in CARD_BY_NAME], required=False)


@require_safe
def hands(request: HttpRequest) -> HttpResponse:
    context = {"crumbs": [treatise_crumb()], "lines": [_line(hand) for hand in ILLUSTRATIVE_HANDS]}
    return render(request, "reviews/treatise_hands.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def hand(request: HttpRequest, number: int) -> HttpResponse:
    """Ask a question of a hand, and show the verdict on the card in the address. Count a posted card, then show it."""
    if not 1 <= number <= len(ILLUSTRATIVE_HANDS):
        raise Http404
    illustrative = ILLUSTRATIVE_HANDS[number - 1]
    questions = questions_of(illustrative)
    form = QuestionForm(request.GET)
    # An invalid URL shows the first question, with no card chosen.
    chosen = form.cleaned_data if form.is_valid() else {}
    place = min(chosen.get("question") or 1, len(questions)) - 1
    question = questions[place]
    if request.method == "POST":
        return _count(request, number, place + 1, question)
    card = chosen.get("card") or ""
    card = card if card in question.expected else ""
    part = question.of
    position, judged = _position_and_choices(question)
    next_url = _next_url(number, questions, place)
    context = drill_context(request, position, judged, answer=card) | {
        "crumbs": [treatise_crumb(), Crumb(reverse("web:old_hands"), _("The illustrative hands"))],
        "action": _url(number, question=place + 1),
        "about": _cards_text(part),
        "pending": _title(illustrative, place, questions),
        "situation": " ".join(
            filter(
                None,
                (hand_text(illustrative, illustrative.situation), hand_text(illustrative, part.condition)),
            )
        ),
        "lesson": hand_text(illustrative, illustrative.lesson),
        "skip_url": next_url,
        "next_url": next_url or reverse("web:practice"),
        "next_text": _("Next question") if next_url else _("Sample hands"),
        "themes": theme_links(request, "treatise", theme=None),
    }
    if card:
        context |= {
            "verdict": verdict_on(judged, card),
            "treatise": _treatise_heading(question, card),
            "why": _why(question),
        }
    return render(request, "reviews/drill.html", context)


def _position_and_choices(question: Question) -> tuple[Position, Judged]:
    part = question.of
    view = view_at(checked_part(part), game=1, deal=part.number, token=question.token, player=part.player)
    names = [str(name) for name in NAMES]
    names[seat(part.player)] = _("You")
    position = position_of(view, names=(names[0], names[1]))
    return position, Judged(kind="card", hand=view.hand, chances=question.chances)


def _count(request: HttpRequest, number: int, place: int, question: Question) -> HttpResponse:
    card = request.POST.get("choice", "")
    url = _url(number, question=place)
    if card not in question.expected:
        return redirect(url)
    _position, judged = _position_and_choices(question)
    response = redirect(f"{url}{'&' if '?' in url else '?'}card={card}")
    count_answer(request, response, question=f"hand {number} {place}", is_right=judged.label(card) is None)
    return response


def _title(illustrative: IllustrativeHand, place: int, questions: list[Question]) -> str:
    if len(questions) == 1:
        return _("Hand %(number)s") % {"number": illustrative.number}
    values = {"hand": illustrative.number, "number": place + 1, "count": len(questions)}
    return _("Hand %(hand)s, question %(number)s of %(count)s") % values


def _treatise_heading(question: Question, card: str) -> str:
    advice = question.advice
    if card in advice.choices:
        return _("The old treatise plays it too")
    if card in advice.all_choices:
        return _("The old treatise plays it too, in another place")
    cards = game_words.either([short_card(each) for each in advice.choices or advice.all_choices])
    return _("The old treatise plays %(cards)s") % {"cards": cards}


def _why(question: Question) -> dict[str, Any]:
    """Return the treatise's advice, and how the count was made, for the fold "Why"."""
    names = (_("the dealer"), _("the elder hand"))
    judgement = Judgement(
        game=1,
        deal=question.of.number,
        kind="card",
        trick=question.trick,
        player=question.of.player,
        chosen=question.preferred[0],
        best=question.best,
        expected=question.expected,
        loss=0.0,
        worlds=question.worlds,
        double_dummy_loss=None,
        label=None,
        chances=question.chances,
        method=question.method,
    )
    return {
        "reasons": (),
        "line": None,
        "book": treatise_note("card", question.book, preferred=judgement.preferred),
        "method": method_sentence(judgement, names),
    }


def _cards_text(part: Part) -> str:
    """Return a text on which cards of the hand the treatise names, and which we added; "" if we added none."""
    if not part.ours:
        return ""
    ours = short_cards(format_cards(part.ours))
    if not part.given:
        return _("The treatise’s picture is lost, and it names no card. We chose %(ours)s.") % {"ours": ours}
    values = {"given": short_cards(part.given), "ours": ours}
    return _("The treatise names %(given)s. Its picture is lost; we chose %(ours)s.") % values


def _line(illustrative: IllustrativeHand) -> dict[str, object]:
    """Return a hand in the list. Treatise and count agree on ``agreeing`` of its ``count`` questions."""
    questions = questions_of(illustrative)
    agreeing = sum(question.agrees for question in questions)
    part = illustrative.parts[0]
    return {
        "number": illustrative.number,
        "url": _url(ILLUSTRATIVE_HANDS.index(illustrative) + 1),
        "situation": hand_text(illustrative, illustrative.situation),
        "hand": hand_of_mask(part.cards, marked=part.ours),
        "agreeing": agreeing,
        "count": len(questions),
        "look": "good" if agreeing == len(questions) else "gold" if agreeing else "",
    }


def _next_url(number: int, questions: list[Question], place: int) -> str:
    """Return the URL of the next question, in this hand or the next; empty after the last."""
    if place + 1 < len(questions):
        return _url(number, question=place + 2)
    return _url(number + 1) if number < len(ILLUSTRATIVE_HANDS) else ""


def _url(number: int, *, question: int = 1) -> str:
    address = reverse("web:old_hand", args=[number])
    return address if question == 1 else f"{address}?question={question}"
