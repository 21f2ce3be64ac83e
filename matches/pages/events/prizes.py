"""Serve the page on which a director writes down the prizes of an event, one line for each place."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.events.error_words import error_words
from matches.pages.common.decision_forms import HIGHEST_VERSION
from matches.pages.common.keyed_forms import KeyedForm
from matches.pages.events.desk.context import Desk, directed
from matches.pages.events.desk.forms import fresh_act
from matches.rules.events.plan import MOST_PRIZES, EventPlan
from matches.rules.events.plan_json import PRIZE_CHARACTERS, plan_json, plan_problems
from matches.rules.names import tidy_name


class PrizesForm(KeyedForm):
    """The prizes as lines of text; an empty line leaves its place without a prize."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=HIGHEST_VERSION)
    prizes = forms.CharField(
        label=gettext_lazy("Prizes"),
        required=False,
        strip=False,
        max_length=MOST_PRIZES * (PRIZE_CHARACTERS + 2),
        widget=forms.Textarea({"rows": 6}),
        help_text=gettext_lazy(
            "One line for each place, the first place first. Leave a line empty for none."
        ),
    )

    def __init__(self, *args: Any, plan: EventPlan, **options: Any) -> None:
        super().__init__(*args, **options)
        self.plan = plan

    def clean_prizes(self) -> tuple[str, ...]:
        lines = [tidy_name(line) for line in self.cleaned_data["prizes"].splitlines()]
        while lines and not lines[-1]:
            lines.pop()
        self.plan = replace(self.plan, prizes=tuple(lines))
        for code, *params in plan_problems(self.plan):
            self.add_error("prizes", error_words(code, params))
        return tuple(lines)


@directed()
def prizes(request: HttpRequest, desk: Desk) -> HttpResponse:
    initial = fresh_act(desk) | {"prizes": "\n".join(desk.plan.prizes)}
    form = PrizesForm(request.POST or None, plan=desk.plan, initial=initial)
    if form.is_valid() and desk.record(request, form, "planned", {"plan": plan_json(form.plan)}):
        messages.success(request, _("The prizes are saved."))
        return redirect(desk.url("event_print", "prizes"))
    context = desk.context(crumbs=desk.outer_crumbs, form=form)
    return render(request, "events/prizes.html", context, status=400 if form.is_bound else 200)
