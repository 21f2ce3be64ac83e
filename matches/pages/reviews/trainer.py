"""Serve the trainer: it asks players again, in private and one at a time, about decisions that they got wrong."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from matches.common.number_format import percent
from matches.models import Decision, Player
from matches.pages.common.club_context import acting_user
from matches.pages.common.dates import record_date
from matches.pages.common.links import step_url
from matches.pages.common.navigation import Crumb
from matches.pages.common.results import player_name, rubber_title
from matches.pages.common.rubber_context import checked_record, judgement_of, names_of
from matches.pages.reviews.choice_words import treatise_note
from matches.pages.reviews.drill import drill_context, pending_text, theme_in, theme_links, with_theme
from matches.pages.reviews.judgements import method_sentence
from matches.pages.reviews.position import Position, position_of
from matches.pages.reviews.streak import count_answer
from matches.pages.reviews.verdict import (
    LEAST_SHOWN,
    Judged,
    example_of,
    reason_sentences,
    verdict_on,
)
from matches.pages.rubbers.rubber_page import deal_title
from matches.reviews.exercises import (
    ExercisePlace,
    NotSetError,
    Practice,
    UnknownChoiceError,
    answer_exercise,
    is_right,
    loss_of,
    next_exercise,
    pending_by_theme,
    pending_exercises,
    set_decision,
)
from matches.reviews.themes import Theme
from scoring.cards import CARD_BY_NAME, PACK, cards_of, format_cards, mask_of, parse_cards, seat
from scoring.player_view import view_at
from worker.review.decision import NOTHING, frequency_in

CALLS: Final = ("P", "S", "G", "R", "K", NOTHING)
PACK_ORDER: Final = tuple(cards_of(PACK))
LONGEST_CHOICE = 40


def position_and_choices(decision: Decision) -> tuple[Position, Judged]:
    """Return an exercise as its player saw it, and the chances of its choices in the order of the notation.

    The rubber's players must be loaded.
    """
    rubber = decision.review.rubber
    judgement = judgement_of(decision)
    record = checked_record(rubber)
    view = view_at(
        record, game=decision.game, deal=decision.deal, token=decision.token, player=judgement.player
    )
    names = list(names_of(rubber))
    names[seat(judgement.player)] = _("You")
    is_single = record.rubber.rules.best_of == 1
    kind = decision.kind
    position = position_of(
        view, names=(names[0], names[1]), is_single=is_single, hides_king=kind == Decision.Kind.KING
    )
    choices = sorted(decision.chances, key=lambda choice: _place(kind, choice))
    return position, Judged(
        kind=kind,
        hand=view.hand,
        chances={choice: decision.chances[choice] for choice in choices},
        frequency=frequency_in(decision.reasons),
    )


def _place(kind: str, choice: str) -> tuple[int, ...]:
    """Return the sort key of a choice, since the stored JSON object keeps no order: calls, or cards by suit."""
    if kind in ("card", "discard"):
        cards = [] if choice == NOTHING else cards_of(parse_cards(choice))
        return (len(cards), *(PACK_ORDER.index(card) for card in cards))
    return (CALLS.index(choice),)


def about(decision: Decision) -> str:
    """Return which deal of which rubber a decision is from. The rubber's players and event must be loaded."""
    rubber = decision.review.rubber
    parts = (
        deal_title(decision.game, decision.deal),
        rubber_title(rubber),
        rubber.event.name,
        record_date(rubber.date),
    )
    return " · ".join(part for part in parts if part)


def in_the_game(decision: Decision, judged: Judged, answer: str) -> SafeString | str:
    """Return how the player chose in the real deal, and what it cost, unless the answer is the same."""
    if answer == decision.chosen:
        return _("Same choice as in the game.")
    loss = loss_of(decision, decision.chosen)
    chosen = judged.name(decision.chosen)
    if loss < LEAST_SHOWN:
        return format_html(_("In the game: {choice}."), choice=chosen)
    return format_html(
        _("Your choice in the game, {choice}, cost {loss}."), choice=chosen, loss=percent(loss)
    )


def why(decision: Decision, other: str) -> dict[str, Any]:
    """Return what the review says of the choice in the real deal, for the fold "Why"."""
    judgement = judgement_of(decision)
    chosen = decision.chosen
    return {
        "reasons": reason_sentences(decision.reasons, other=other, chosen=chosen),
        "line": example_of(decision.reasons, other=other, chosen=chosen),
        "book": treatise_note(decision.kind, decision.book, preferred=judgement.preferred),
        "method": method_sentence(judgement, names_of(decision.review.rubber)),
    }


def practice_lines(practice: Sequence[Practice]) -> list[dict[str, str]]:
    return [
        {
            "url": reverse("web:trainer", args=[each.player]),
            "text": practise_text(each.number),
            # A user who plays in one club only needs no name of it.
            "club": each.club if len(practice) > 1 else "",
        }
        for each in practice
    ]


def practise_text(number: int) -> str:
    text = ngettext("%(number)s decision to practise", "%(number)s decisions to practise", number)
    return text % {"number": number}


class AnswerForm(forms.Form):
    """The answer to an exercise; ``answered`` is the number of earlier answers when the page was rendered.

    ``put_out`` are the cards of a discard, which has no ``choice``.
    """

    rubber = forms.SlugField()
    game = forms.IntegerField(min_value=1)
    deal = forms.IntegerField(min_value=1)
    token = forms.IntegerField(min_value=0)
    kind = forms.ChoiceField(choices=Decision.Kind.choices)
    answered = forms.IntegerField(min_value=0)
    choice = forms.CharField(max_length=LONGEST_CHOICE, required=False)
    put_out = forms.MultipleChoiceField(choices=[(name, name) for name in CARD_BY_NAME], required=False)

    @property
    def place(self) -> ExercisePlace:
        values = self.cleaned_data
        return ExercisePlace(
            values["rubber"], values["game"], values["deal"], values["token"], values["kind"]
        )

    @property
    def answer(self) -> str:
        """The choice in the notation."""
        values = self.cleaned_data
        if values["kind"] != Decision.Kind.DISCARD:
            return str(values["choice"])
        cards = [CARD_BY_NAME[name] for name in values["put_out"]]
        return format_cards(mask_of(cards)) if cards else NOTHING


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def trainer(request: HttpRequest, public_id: str) -> HttpResponse:
    """Ask the next exercise of the theme in the address, or of all. A posted answer is stored, then shown."""
    user, player, theme = acting_user(request), _own_player(request, public_id), theme_in(request)
    now = timezone.now()
    if request.method == "POST":
        return _record_answer(request, player, theme)
    decision = next_exercise(user, player, now=now, theme=theme)
    if decision is not None:
        return _render_exercise(
            request, player, decision, theme=theme, answered=decision.answered or 0, now=now
        )
    left = pending_exercises(user, player, now=now)
    context = {
        "crumbs": _crumbs(player),
        "back": "" if left.next_at is None else _back_text(player, left.next_at, now),
        "themes": _themes(request, player, theme, now),
        "left": left.now,
        "next_url": reverse("web:trainer", args=[public_id]) if left.now else reverse("web:practice"),
    }
    return render(request, "reviews/nothing_due.html", context)


@login_required
@require_safe
def answer(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Show the judgement on the viewer's last answer to the exercise with the primary key ``number``."""
    user, player, theme = acting_user(request), _own_player(request, public_id), theme_in(request)
    exercise = get_object_or_404(player.exercises.select_related("rubber"), pk=number)
    place = ExercisePlace(
        exercise.rubber.public_id, exercise.game, exercise.deal, exercise.token, exercise.kind
    )
    trainer_url = with_theme(reverse("web:trainer", args=[public_id]), theme)
    try:
        decision = set_decision(user, player, place)
    except NotSetError:
        return redirect(trainer_url)
    now = timezone.now()
    position, judged = position_and_choices(decision)
    chosen = exercise.last_answer
    deal = reverse("web:deal", args=[place.rubber, place.game, place.deal])
    own = pending_by_theme(user, player, now=now)
    context = drill_context(request, position, judged, answer=chosen, has_toggles=True) | {
        "crumbs": _crumbs(player),
        "verdict": verdict_on(judged, chosen),
        "in_the_game": in_the_game(decision, judged, chosen),
        "back": _back_text(player, exercise.due_at, now),
        "why": why(decision, position.other.name),
        "about": about(decision),
        "deal_url": step_url(deal, judgement_of(decision).anchor),
        "next_url": trainer_url,
        "next_text": _("Next") if (own.get(theme) if theme else own) else _("Done for now"),
        "pending": pending_text(sum(own.values())),
        "themes": _themes(request, player, theme, now, own),
    }
    return render(request, "reviews/drill.html", context)


def _own_player(request: HttpRequest, public_id: str) -> Player:
    """Return the user's player. Raises ``Http404`` if the user does not play as this one."""
    return get_object_or_404(acting_user(request).players.select_related("club"), public_id=public_id)


def _themes(
    request: HttpRequest,
    player: Player,
    theme: Theme | None,
    now: datetime,
    own: dict[Theme, int] | None = None,
) -> list[Any]:
    if own is None:
        own = pending_by_theme(acting_user(request), player, now=now)
    url = reverse("web:trainer", args=[player.public_id])
    return list(theme_links(request, "own", theme=theme, own=own, own_url=url))


def _record_answer(request: HttpRequest, player: Player, theme: Theme | None) -> HttpResponse:
    user, form = acting_user(request), AnswerForm(request.POST)
    again = redirect(with_theme(reverse("web:trainer", args=[player.public_id]), theme))
    if not form.is_valid():
        return again
    answered = form.cleaned_data["answered"]
    try:
        exercise = answer_exercise(user, player, form.place, choice=form.answer, answered=answered)
        decision = set_decision(user, player, form.place)
    except NotSetError:
        messages.info(request, _("This decision is not set any more: its record or its review has changed."))
        return again
    except UnknownChoiceError:
        decision = set_decision(user, player, form.place)
        problem = _("Choose one of these first.")
        if decision.kind == Decision.Kind.DISCARD:
            problem = _("You could not change these cards: choose others.")
        return _render_exercise(
            request,
            player,
            decision,
            theme=theme,
            answered=answered,
            now=timezone.now(),
            problem=problem,
            status=400,
        )
    url = reverse("web:trainer_answer", args=[player.public_id, exercise.pk])
    response = redirect(with_theme(url, theme))
    count_answer(
        request,
        response,
        question=f"exercise {exercise.pk} {exercise.answered}",
        is_right=is_right(decision, exercise.last_answer),
    )
    return response


def _render_exercise(
    request: HttpRequest,
    player: Player,
    decision: Decision,
    *,
    theme: Theme | None,
    answered: int,
    now: datetime,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    position, judged = position_and_choices(decision)
    own = pending_by_theme(acting_user(request), player, now=now)
    context = drill_context(request, position, judged, has_toggles=True) | {
        "crumbs": _crumbs(player),
        "action": with_theme(reverse("web:trainer", args=[player.public_id]), theme),
        "hidden": {
            "rubber": decision.review.rubber.public_id,
            "game": decision.game,
            "deal": decision.deal,
            "token": decision.token,
            "kind": decision.kind,
            "answered": answered,
        },
        "about": about(decision),
        "pending": pending_text(sum(own.values())),
        "themes": _themes(request, player, theme, now, own),
        "problem": problem,
    }
    return render(request, "reviews/drill.html", context, status=status)


def _crumbs(player: Player) -> list[Crumb]:
    return [Crumb(reverse("web:player", args=[player.public_id]), player_name(player))]


def _back_text(player: Player, due_at: datetime, now: datetime) -> str:
    """Return when an exercise is asked again, in days of the club's calendar."""
    zone = ZoneInfo(player.club.time_zone)
    days = (due_at.astimezone(zone).date() - now.astimezone(zone).date()).days
    if days <= 0:
        return _("Comes back today.")
    if days == 1:
        return _("Comes back tomorrow.")
    return ngettext("Comes back in %(days)s day.", "Comes back in %(days)s days.", days) % {"days": days}
