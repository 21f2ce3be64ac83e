"""What a director decides about everything that follows a correction: kept as it was, or done again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.events.corrections import Preview
from matches.events.words.labels import Names
from matches.pages.common.button_forms import HIGHEST_VERSION
from matches.pages.common.fields import offer
from matches.pages.common.forms import REASON_LENGTH
from matches.pages.events.corrections.move_words import MoveWords
from matches.rules.events.draw_state import last_drawn_stage
from matches.rules.events.facts import PairingPlace, Place
from matches.rules.events.moves import Orphan

KEEP: Final = "keep"
AGAIN: Final = "again"
OWN_FIELDS: Final = ("seen", "event_version", "redo", "decide", "back")
KEPT: Final = "keep_"


class DecisionForm(forms.Form):
    """A question for each pairing of a bracket that was played by others (``keep_STAGE_ROUND_NUMBER``), and one about
    the rounds and stages drawn on what was (``redo``).

    ``seen`` is a mark of what its reader saw, so that nobody decides on what has moved on meanwhile;
    ``event_version`` the event's that he saw. Without ``asks_reason`` the reason was given before.
    """

    seen = forms.CharField(widget=forms.HiddenInput, max_length=64)
    event_version = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=HIGHEST_VERSION)
    reason = forms.CharField(
        label=gettext_lazy("Why"),
        max_length=REASON_LENGTH,
        widget=forms.Textarea({"rows": 2}),
        help_text=gettext_lazy("It stands in the histories of the event and of the rubber."),
    )

    def __init__(self, data: Any, *, preview: Preview, names: Names, asks_reason: bool = True) -> None:
        is_sent = data is not None and "seen" in data
        self.mark = mark_of(preview)
        super().__init__(
            data if is_sent else None,
            initial={"seen": self.mark, "event_version": preview.before.facts.version},
        )
        self.preview = preview
        self.words = MoveWords(preview, names)
        if not asks_reason:
            del self.fields["reason"]
        for orphan in preview.moves.orphans:
            self.fields[_field(orphan.place)] = self._question(orphan)
        choices = list(self._redo_choices())
        if choices:
            self.fields["redo"] = forms.ChoiceField(
                label=_("What was drawn on the old result"), widget=forms.RadioSelect
            )
            offer(self, "redo", [(KEEP, _("Leave it as it is drawn")), *choices])
        self.order_fields([*(_field(orphan.place) for orphan in preview.moves.orphans), "redo", "reason"])

    @property
    def is_stale(self) -> bool:
        """Whether something has moved since its reader looked."""
        return self.is_bound and self.data.get("seen") != self.mark

    def is_own(self, name: str) -> bool:
        """Whether a name in what was sent is this form's, and no word of the correction."""
        return name in OWN_FIELDS or name in self.fields or name.startswith(KEPT)

    @property
    def keep(self) -> list[PairingPlace]:
        return [
            orphan.place
            for orphan in self.preview.moves.orphans
            if self.cleaned_data[_field(orphan.place)] == KEEP
        ]

    @property
    def redo(self) -> Place | None:
        said = self.cleaned_data.get("redo", KEEP)
        if said == KEEP:
            return None
        stage, _dot, number = said.partition(".")
        return int(stage), int(number)

    def _question(self, orphan: Orphan) -> forms.ChoiceField:
        old = self.words.pair(orphan.old_a, orphan.old_b)
        place = self.words.place(orphan.place)
        told = {"place": place, "old": old}
        keep = _("Keep it: %(old)s stays, and what came of it counts") % told
        if orphan.new_a is None or orphan.new_b is None:
            again = (
                _("Play it again, once it is known by whom; %(old)s stays on record outside the draw") % told
            )
        else:
            new = self.words.pair(orphan.new_a, orphan.new_b)
            again = _("Play it again: %(new)s; %(old)s stays on record outside the draw") % {
                **told,
                "new": new,
            }
        if not orphan.rubber:
            again = _("Play it with those who belong there now; the award counts no more")
        return forms.ChoiceField(
            label=_("%(place)s: %(old)s") % told,
            help_text=self.words.now_there(orphan),
            widget=forms.RadioSelect,
            choices=[(KEEP, keep), (AGAIN, again)],
        )

    def _redo_choices(self) -> Iterator[tuple[str, str]]:
        """From where on it may be drawn again: each later round of a Swiss, each later stage."""
        found = self.preview.moves
        last = last_drawn_stage(self.preview.before.facts)
        for later in found.later_rounds:
            decided = sum(
                each.decided
                for each in found.later_rounds
                if each.stage == later.stage and each.round >= later.round
            )
            told = {"round": self.words.round(later.stage, later.round)}
            yield (
                f"{later.stage}.{later.round}",
                f"{_('Draw again from %(round)s on') % told}{_lost(decided, takes_more=last > later.stage)}",
            )
        for stage in found.later_stages:
            told = {"stage": self.words.stage(stage.stage)}
            yield (
                f"{stage.stage}.1",
                f"{_('Draw %(stage)s again') % told}{_lost(stage.decided, takes_more=last > stage.stage)}",
            )


def _lost(decided: int, *, takes_more: bool) -> str:
    """What a new draw costs, as the end of its choice."""
    parts = []
    if decided:
        parts.append(
            _("results in it so far: %(number)s; they stay on record outside the draw") % {"number": decided}
        )
    if takes_more:
        parts.append(_("what was drawn from it goes as well"))
    return "".join(f"{_('; ')}{part}" for part in parts)


def _field(place: PairingPlace) -> str:
    return KEPT + "_".join(map(str, place))


def mark_of(preview: Preview) -> str:
    """A short text that is another where something else moves."""
    return hashlib.sha256(repr(preview.moves).encode()).hexdigest()[:32]
