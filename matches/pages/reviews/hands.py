"""The illustrative hands of the old treatise as pages, and as practice that is open to anybody and stores nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_safe

from matches.pages.common import game_words as words
from matches.pages.common.card_faces import Face, face_of, faces_of
from matches.pages.common.crumbs import Crumb
from matches.pages.reviews.judgements import Judgement, flag
from matches.pages.reviews.position import Position, position_at
from matches.pages.reviews.treatise_page import Hand, hand_of_mask
from matches.pages.reviews.treatise_words import hand_text
from scoring.cards import CARD_BY_NAME, cards_of, parse_cards
from worker.review.labels import label_of
from worker.review.treatise.hands import ILLUSTRATIVE_HANDS, IllustrativeHand, Part
from worker.review.treatise_hands import Question, checked_part, questions_of

NAMES: Final = (pgettext_lazy("as a name", "Dealer"), pgettext_lazy("as a name", "Elder"))
"""The names of the two players, A and B, in every illustrative hand."""


class AnswerForm(forms.Form):
    """The question of a hand, from 1, and the card chosen for it; both may be left out."""

    question = forms.IntegerField(min_value=1, required=False)
    card = forms.ChoiceField(choices=[(name, name) for name in CARD_BY_NAME], required=False)


@dataclass(frozen=True, slots=True)
class HandLine:
    """A hand in the list; ``agreeing`` of ``asked`` questions have an answer on which treatise and count agree."""

    number: str
    url: str
    situation: str
    hand: Hand
    agreeing: int
    asked: int


@dataclass(frozen=True, slots=True)
class Shown:
    """What the page of a question takes its table from."""

    position: Position


@dataclass(frozen=True, slots=True)
class QuestionLink:
    text: str
    url: str
    is_current: bool


@require_safe
def hands(request: HttpRequest) -> HttpResponse:
    context = {"crumbs": [_treatise_crumb()], "lines": [_line(hand) for hand in ILLUSTRATIVE_HANDS]}
    return render(request, "reviews/treatise_hands.html", context)


@require_safe
def hand(request: HttpRequest, number: int) -> HttpResponse:
    if not 1 <= number <= len(ILLUSTRATIVE_HANDS):
        raise Http404
    illustrative = ILLUSTRATIVE_HANDS[number - 1]
    questions = questions_of(illustrative)
    form = AnswerForm(request.GET)
    # An address that was tampered with shows the first question, with no card chosen.
    chosen = form.cleaned_data if form.is_valid() else {}
    place = min(chosen.get("question") or 1, len(questions)) - 1
    question = questions[place]
    card = chosen.get("card") or ""
    position = _position(question)
    context = {
        "crumbs": [_treatise_crumb(), Crumb(reverse("web:old_hands"), _("The illustrative hands"))],
        "number": illustrative.number,
        "situation": hand_text(illustrative, illustrative.situation),
        "lesson": hand_text(illustrative, illustrative.lesson),
        "condition": hand_text(illustrative, question.of.condition),
        "ours": _cards_text(question.of),
        "shown": Shown(position),
        "question": _question_text(position),
        "place": place + 1,
        "faces": [face_of(CARD_BY_NAME[name]) for name in question.expected],
        "links": _links(number, questions, place),
        "next": _next_url(number, questions, place),
    }
    if card in question.expected:
        context |= _answer(question, card)
    return render(request, "reviews/treatise_hand.html", context)


def _answer(question: Question, card: str) -> dict[str, object]:
    """Return the verdict on ``card``: whether the treatise plays it, and its worth by the count."""
    advice = question.advice
    judgement = Judgement(
        game=1,
        deal=question.of.number,
        kind="card",
        trick=question.trick,
        player=question.of.player,
        chosen=card,
        best=question.best,
        expected=question.expected,
        loss=max(question.expected.values()) - question.expected[card],
        worlds=question.worlds,
        double_dummy_loss=None,
        label=label_of(_loss(question, card)),
        token=question.token,
        chances=question.chances,
        equity_loss=_loss(question, card),
        method=question.method,
        book=question.book,
    )
    if card in advice.choices:
        heading = _("The old treatise plays it too")
    elif card in advice.all_choices:
        heading = _("The old treatise plays it too, in another place")
    else:
        heading = _("The old treatise plays another card")
    return {
        "chosen": card,
        "heading": heading,
        "flag": flag(judgement, (str(NAMES[0]), str(NAMES[1]))),
    }


def _loss(question: Question, card: str) -> float:
    return max(question.chances.values()) - question.chances[card]


def _position(question: Question) -> Position:
    part = question.of
    return position_at(
        checked_part(part),
        game=1,
        deal=part.number,
        token=question.token,
        player=part.player,
        names=(str(NAMES[0]), str(NAMES[1])),
    )


def _question_text(position: Position) -> str:
    if position.lead is None:
        return _("Which card do you lead?")
    return _("%(card)s is led. Which card do you play?") % {"card": str(position.lead.the).capitalize()}


def _cards_text(part: Part) -> str:
    """Return which cards of the hand the treatise names, and which are ours."""
    if not part.ours:
        return _("The treatise names all five cards.")
    ours = words.both([str(face.the) for face in faces_of(part.ours)])
    if not part.given:
        return _(
            "The picture of the cards is lost, and the treatise names none of them; ours are %(ours)s."
        ) % {"ours": ours}
    given = words.both([str(face.the) for face in _named(part)])
    return _("The treatise names %(given)s. The picture of the others is lost; ours are %(ours)s.") % {
        "given": given,
        "ours": ours,
    }


def _named(part: Part) -> tuple[Face, ...]:
    return faces_of(parse_cards(part.given))


def _line(illustrative: IllustrativeHand) -> HandLine:
    asked = questions_of(illustrative)
    part = illustrative.parts[0]
    return HandLine(
        number=illustrative.number,
        url=_url(ILLUSTRATIVE_HANDS.index(illustrative) + 1),
        situation=hand_text(illustrative, illustrative.situation),
        hand=hand_of_mask(part.cards, marked=frozenset(cards_of(part.ours))),
        agreeing=sum(question.agrees for question in asked),
        asked=len(asked),
    )


def _links(number: int, questions: list[Question], place: int) -> list[QuestionLink]:
    """Return the way to each question of a hand that has several."""
    if len(questions) == 1:
        return []
    return [
        QuestionLink(
            _("Question %(number)s") % {"number": at + 1}, _url(number, question=at + 1), at == place
        )
        for at in range(len(questions))
    ]


def _next_url(number: int, questions: list[Question], place: int) -> str:
    """Return the address of the next question, in this hand or the next; empty after the last."""
    if place + 1 < len(questions):
        return _url(number, question=place + 2)
    return _url(number + 1) if number < len(ILLUSTRATIVE_HANDS) else ""


def _url(number: int, *, question: int = 1) -> str:
    address = reverse("web:old_hand", args=[number])
    return address if question == 1 else f"{address}?question={question}"


def _treatise_crumb() -> Crumb:
    return Crumb(reverse("web:old_book"), _("The old treatise"))
