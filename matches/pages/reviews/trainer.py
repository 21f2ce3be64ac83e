"""The trainer: a player is set the decisions he got wrong, one at a time, and nobody else sees it."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from matches.models import Decision, Player
from matches.pages.common.checked_record import judgement_of, names_of
from matches.pages.common.club_context import acting_user
from matches.pages.common.crumbs import Crumb
from matches.pages.common.dates import day_text
from matches.pages.common.result_lines import player_name
from matches.pages.reviews.exercise_page import (
    answers,
    exercise_shown,
    practise_text,
    question,
    verdict,
)
from matches.pages.reviews.judgements import flag
from matches.reviews.exercises import (
    NotSetError,
    Place,
    UnknownChoiceError,
    answer_exercise,
    set_decision,
)
from matches.reviews.queries.exercises import exercise_next, waiting

LONGEST_CHOICE = 40


class AnswerForm(forms.Form):
    """Which exercise was answered, how often it had been when it was shown, and the choice."""

    rubber = forms.SlugField()
    game = forms.IntegerField(min_value=1)
    deal = forms.IntegerField(min_value=1)
    token = forms.IntegerField(min_value=0)
    kind = forms.ChoiceField(choices=Decision.Kind.choices)
    answered = forms.IntegerField(min_value=0)
    choice = forms.CharField(max_length=LONGEST_CHOICE, required=False)

    @property
    def place(self) -> Place:
        told = self.cleaned_data
        return Place(told["rubber"], told["game"], told["deal"], told["token"], told["kind"])


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def trainer(request: HttpRequest, public_id: str) -> HttpResponse:
    user, player = acting_user(request), _own_player(request, public_id)
    now = timezone.now()
    if request.method == "POST":
        return _answered(request, player)
    decision = exercise_next(user, player, now=now)
    if decision is not None:
        return _asked(request, player, decision, answered=decision.answered or 0, now=now)
    left = waiting(user, player, now=now)
    context = {
        "crumbs": _crumbs(player),
        "next_day": "" if left.next_at is None else _day(player, left.next_at),
    }
    return render(request, "reviews/nothing_due.html", context)


@login_required
@require_safe
def answer(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """What became of the last answer to an exercise, which is known by its row."""
    user, player = acting_user(request), _own_player(request, public_id)
    exercise = get_object_or_404(player.exercises.select_related("rubber"), pk=number)
    place = Place(exercise.rubber.public_id, exercise.game, exercise.deal, exercise.token, exercise.kind)
    try:
        decision = set_decision(user, player, place)
    except NotSetError:
        return redirect("web:trainer", public_id=public_id)
    names = names_of(decision.review.rubber)
    judgement = judgement_of(decision)
    deal = reverse("web:deal", args=[place.rubber, place.game, place.deal])
    context = {
        "crumbs": _crumbs(player),
        "shown": exercise_shown(decision),
        "verdict": verdict(decision, exercise),
        "flag": flag(judgement, names),
        "back_on": _day(player, exercise.due_at),
        "deal_url": f"{deal}#{judgement.anchor}",
        "trainer_url": reverse("web:trainer", args=[public_id]),
        "waiting": waiting(user, player, now=timezone.now()),
    }
    return render(request, "reviews/answered.html", context)


def _own_player(request: HttpRequest, public_id: str) -> Player:
    """Raises ``Http404`` where the viewer does not play as this one."""
    return get_object_or_404(acting_user(request).players.select_related("club"), public_id=public_id)


def _answered(request: HttpRequest, player: Player) -> HttpResponse:
    user, form = acting_user(request), AnswerForm(request.POST)
    again = redirect("web:trainer", public_id=player.public_id)
    if not form.is_valid():
        return again
    choice, answered = form.cleaned_data["choice"], form.cleaned_data["answered"]
    try:
        exercise = answer_exercise(user, player, form.place, choice=choice, answered=answered)
    except NotSetError:
        messages.info(request, _("This decision is not set any more: its record or its review has changed."))
        return again
    except UnknownChoiceError:
        decision = set_decision(user, player, form.place)
        problem = _("Choose one of these first.")
        return _asked(
            request, player, decision, answered=answered, now=timezone.now(), problem=problem, status=400
        )
    return redirect("web:trainer_answer", public_id=player.public_id, number=exercise.pk)


def _asked(
    request: HttpRequest,
    player: Player,
    decision: Decision,
    *,
    answered: int,
    now: datetime,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    shown = exercise_shown(decision)
    context = {
        "crumbs": _crumbs(player),
        "shown": shown,
        "decision": decision,
        "question": question(decision, shown.position),
        "groups": answers(decision),
        "answered": answered,
        "left": practise_text(waiting(acting_user(request), player, now=now).now),
        "problem": problem,
    }
    return render(request, "reviews/trainer.html", context, status=status)


def _crumbs(player: Player) -> list[Crumb]:
    return [Crumb(reverse("web:player", args=[player.public_id]), player_name(player))]


def _day(player: Player, at: datetime) -> str:
    """The day by the club's clock."""
    return day_text(timezone.localtime(at, ZoneInfo(player.club.time_zone)).date())
