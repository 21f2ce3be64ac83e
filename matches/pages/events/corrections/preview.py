"""Show the consequences of a correction before it is stored, with the form for the director's decision."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from matches.events.corrections import Preview
from matches.events.words import Names
from matches.models import Event
from matches.pages.common.decision_forms import HIGHEST_VERSION
from matches.pages.common.entry_fields import set_choices
from matches.pages.common.keyed_forms import REASON_LENGTH
from matches.pages.events.desk.context import event_context, names_in
from matches.pages.log.move_words import MoveWords
from matches.rules.events.draw_queries import last_drawn_stage
from matches.rules.events.facts import PairingPlace, Place
from matches.rules.events.moves import Orphan
from matches.rules.events.state import EventState

KEEP: Final = "keep"
AGAIN: Final = "again"
OWN_FIELDS: Final = ("csrfmiddlewaretoken", "seen", "event_version", "redo", "decide", "back")
KEEP_PREFIX: Final = "keep_"


class FoldedRadioSelect(forms.RadioSelect):
    """Radio buttons of which all but the first are folded behind ``more``, unless one of them is chosen."""

    template_name = "common/widgets/folded.html"

    def __init__(self, more: str) -> None:
        super().__init__()
        self.more = more

    def get_context(self, name: str, value: Any, attrs: Any) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        first = next(iter(self.choices))[0]
        context["widget"] |= {"more": self.more, "is_open": value not in (None, "", first)}
        return context


class DecisionForm(forms.Form):
    """The form with the director's questions about the consequences of a correction.

    There is one question for each bracket pairing that was played by other players (field
    ``keep_STAGE_ROUND_NUMBER``), and one for all rounds and stages drawn on the old result (field ``redo``).

    In a complete event nothing is drawn again by default, and the other choices are folded.

    ``seen``, a digest of the preview that the page showed, prevents that a decision is applied to other
    consequences. Without ``asks_reason`` the reason was given earlier.
    """

    seen = forms.CharField(widget=forms.HiddenInput, max_length=64)
    event_version = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=HIGHEST_VERSION)
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=REASON_LENGTH,
        widget=forms.Textarea({"rows": 2}),
        help_text=gettext_lazy("Shown in the logs of the event and of the rubber."),
    )

    def __init__(self, data: Any, *, preview: Preview, names: Names, asks_reason: bool = True) -> None:
        is_sent = data is not None and "seen" in data
        self.mark = mark_of(preview)
        initial = {"seen": self.mark, "event_version": preview.before.facts.version}
        super().__init__(data if is_sent else None, initial=initial)
        self.preview = preview
        self.words = MoveWords(preview, names)
        if not asks_reason:
            del self.fields["reason"]
        for orphan in preview.moves.orphans:
            self.fields[_field(orphan.place)] = self._question(orphan)
        choices = list(self._redo_choices())
        if choices:
            is_over = preview.before.facts.is_complete
            widget = FoldedRadioSelect(_("Draw again instead")) if is_over else forms.RadioSelect()
            self.fields["redo"] = forms.ChoiceField(
                label=_("What was drawn on the old result"), widget=widget, initial=KEEP if is_over else None
            )
            set_choices(self, "redo", [(KEEP, _("Leave everything as it was drawn")), *choices])
        self.order_fields([*(_field(orphan.place) for orphan in preview.moves.orphans), "redo", "reason"])

    @property
    def is_decided(self) -> bool:
        """Whether every question is answered, and the form was submitted from the current preview."""
        return self.is_bound and not self.is_stale and self.is_valid()

    @property
    def is_stale(self) -> bool:
        """Whether the preview has changed since the page was rendered."""
        return self.is_bound and self.data.get("seen") != self.mark

    def is_own(self, name: str) -> bool:
        """Return whether the submitted field belongs to this form, not to the correction sent with it."""
        return name in OWN_FIELDS or name in self.fields or name.startswith(KEEP_PREFIX)

    @property
    def keep(self) -> list[PairingPlace]:
        places = [orphan.place for orphan in self.preview.moves.orphans]
        return [place for place in places if self.cleaned_data[_field(place)] == KEEP]

    @property
    def redo(self) -> Place | None:
        choice = self.cleaned_data.get("redo", KEEP)
        if choice == KEEP:
            return None
        stage, _dot, number = choice.partition(".")
        return int(stage), int(number)

    @property
    def answers(self) -> dict[str, Any]:
        """The decision as the services of corrections take it, with the version of the event that it is about."""
        return {"keep": self.keep, "redo": self.redo, "event_version": self.cleaned_data["event_version"]}

    def _question(self, orphan: Orphan) -> forms.ChoiceField:
        old = self.words.pair(orphan.old_a, orphan.old_b)
        words = {"place": self.words.place(orphan.place), "old": old}
        keep = _("Keep it: %(old)s stays, and its result counts") % words
        if orphan.new_a is None or orphan.new_b is None:
            again = (
                _(
                    "Play it again once the players are known; the rubber %(old)s is kept but no longer counts here"
                )
                % words
            )
        else:
            words["new"] = self.words.pair(orphan.new_a, orphan.new_b)
            again = _("Play it again: %(new)s; the rubber %(old)s is kept but no longer counts here") % words
        if not orphan.rubber:
            again = _("Play it with the new players; the award no longer counts")
        return forms.ChoiceField(
            label=_("%(place)s: %(old)s") % words,
            help_text=self.words.present_pair(orphan),
            widget=forms.RadioSelect,
            choices=[(KEEP, keep), (AGAIN, again)],
        )

    def _redo_choices(self) -> Iterator[tuple[str, str]]:
        """Yield the choices to draw again from: each later round of a Swiss, each later stage."""
        moves = self.preview.moves
        last = last_drawn_stage(self.preview.before.facts)
        for later in moves.later_rounds:
            rounds = [each for each in moves.later_rounds if each.stage == later.stage]
            decided = sum(each.decided for each in rounds if each.round >= later.round)
            text = _("Draw again from %(round)s on") % {"round": self.words.round(later.stage, later.round)}
            lost = _lost(decided, takes_more=last > later.stage)
            yield f"{later.stage}.{later.round}", f"{text}{lost}"
        for stage in moves.later_stages:
            text = _("Draw %(stage)s again") % {"stage": self.words.stage(stage.stage)}
            yield f"{stage.stage}.1", f"{text}{_lost(stage.decided, takes_more=last > stage.stage)}"


def _lost(decided: int, *, takes_more: bool) -> str:
    """Return what a new draw discards, as the end of the choice's text."""
    parts = []
    if decided:
        text = _("results so far: %(number)s; they are kept but no longer count in the tournament")
        parts.append(text % {"number": decided})
    if takes_more:
        parts.append(_("what was drawn from it is discarded, too"))
    separator = _("; ")
    return "".join(f"{separator}{part}" for part in parts)


def _field(place: PairingPlace) -> str:
    return KEEP_PREFIX + "_".join(map(str, place))


def mark_of(preview: Preview) -> str:
    return hashlib.sha256(repr(preview.moves).encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """A correction that is not stored yet: a ``summary`` in sentences, and a ``preview`` of the consequences."""

    event: Event
    summary: tuple[str, ...]
    preview: Preview
    names: Names
    cancel_url: str
    asks_reason: bool = True

    def decision(self, data: QueryDict | None) -> DecisionForm:
        return DecisionForm(data, preview=self.preview, names=self.names, asks_reason=self.asks_reason)


def correction_of(event: Event, preview: Preview, **values: Any) -> Correction:
    """Return a correction with the names of the event's players. ``values`` are the other fields."""
    return Correction(event=event, preview=preview, names=names_in(preview.before), **values)


def show_preview(
    request: HttpRequest,
    correction: Correction,
    decision: DecisionForm,
    *,
    replaced: Mapping[str, str] = MappingProxyType({}),
    has_changed: bool = False,
) -> HttpResponse:
    """Return the page with the preview of a correction and the form of the director's decision.

    ``replaced`` has new values for submitted fields, by field name. ``has_changed`` makes the page say that
    the event or the rubber was changed since it was rendered.
    """
    is_stale = decision.is_stale or has_changed
    if is_stale:
        messages.warning(
            request,
            _(
                "Something has changed since you looked, and nothing is stored yet. This is what would change now."
            ),
        )
        decision = correction.decision(None)
    if not decision.is_bound and "reason" in decision.fields:
        decision.initial["reason"] = request.POST.get("reason", "")
    context = event_context(
        correction.event,
        correction=correction,
        words=decision.words.in_words(),
        form=decision,
        carried=_carried_fields(request, decision, replaced),
    )
    status = 409 if is_stale else 400 if decision.errors else 200
    return render(request, "events/corrections/preview.html", context, status=status)


def report_correction(request: HttpRequest, text: str, correction: Correction, after: EventState) -> None:
    """Queue the success message ``text``, and a warning if more rubbers than before have no pairing."""
    messages.success(request, text)
    warn_about_outside(request, correction.preview.before, after)


def warn_about_outside(request: HttpRequest, before: EventState, after: EventState) -> None:
    """Queue a warning if more rubbers are outside the draw ``after`` than ``before``."""
    out = len(after.outside) - len(before.outside)
    if out > 0:
        text = ngettext(
            "%(number)s rubber is outside the draw now. It stays on record.",
            "%(number)s rubbers are outside the draw now. They stay on record.",
            out,
        )
        messages.warning(request, text % {"number": out})


def _carried_fields(
    request: HttpRequest, decision: DecisionForm, replaced: Mapping[str, str]
) -> list[tuple[str, str]]:
    """Return the correction's submitted values, to submit again as hidden fields with the decision."""
    sent = [
        (name, str(value))
        for name, values in request.POST.lists()
        for value in values
        if name not in replaced and not decision.is_own(name)
    ]
    return [*sent, *replaced.items()]
