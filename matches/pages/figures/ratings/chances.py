"""The chances of two players: the form that asks for them, and what their ratings foretell."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from matches.common.localized_numbers import decimal
from matches.figures.queries.ratings import LENGTHS, USUAL_LENGTH, RatedPlayer
from matches.pages.figures.ratings.words import rating_text
from worker.ratings.glicko2 import Strength
from worker.ratings.prospects import prospect_of

PLAYERS_OFFERED: Final = 120
"""As many as a page has room for, twice."""


@dataclass(frozen=True, slots=True)
class Foretold:
    """A chance in words; ``likely`` are its ends if the difference between the two is one deviation less or more."""

    what: str
    chance: str
    likely: str


class ChancesForm(forms.Form):
    """Two of the players who are rated, and how many games their rubber may have. It stands in the address."""

    a = forms.ChoiceField(label=gettext_lazy("Player"))
    b = forms.ChoiceField(label=gettext_lazy("Adversary"))
    best_of = forms.TypedChoiceField(label=gettext_lazy("Length of the rubber"), coerce=int, required=False)

    def __init__(self, data: QueryDict, *, players: Sequence[RatedPlayer]) -> None:
        """Bound only where something was chosen. Offered are the chosen and those who played last."""
        super().__init__(_with_length(data) if "a" in data or "b" in data else None)
        offered = _offered(players, {data.get("a"), data.get("b")})
        self._players = {each.player.public_id: each for each in offered}
        named = sorted(offered, key=lambda each: (each.player.name.lower(), each.player.pk))
        choices = [("", _("Choose")), *((each.player.public_id, each.player.name) for each in named)]
        for name in ("a", "b"):
            field: Any = self.fields[name]
            field.choices = choices
            field.error_messages["invalid_choice"] = _("Nobody of that address is rated in this club.")
        if len(offered) < len(players):
            told = _("Offered are those who played last. The rating of anybody else leads here, too.")
            self.fields["a"].help_text = told
        lengths: Any = self.fields["best_of"]
        lengths.choices = [(length, length_words(length)) for length in LENGTHS]
        lengths.initial = lengths.empty_value = USUAL_LENGTH

    def clean(self) -> dict[str, Any]:
        told = super().clean() or {}
        if told.get("a") and told.get("a") == told.get("b"):
            self.add_error("b", _("Choose two different players."))
        return told

    @property
    def pair(self) -> tuple[RatedPlayer, RatedPlayer] | None:
        """The two who were chosen; None as long as they are not, or are chosen wrongly."""
        if not self.is_bound or not self.is_valid():
            return None
        return self._players[self.cleaned_data["a"]], self._players[self.cleaned_data["b"]]


def _with_length(data: QueryDict) -> QueryDict:
    """What is foretold where no length was chosen is what the form shows."""
    told = data.copy()
    if not told.get("best_of"):
        told["best_of"] = str(USUAL_LENGTH)
    return told


def _offered(players: Sequence[RatedPlayer], chosen: Container[str | None]) -> list[RatedPlayer]:
    latest = sorted(players, key=lambda each: (each.last_week, each.games, each.player.pk), reverse=True)
    there = [each for each in latest if each.player.public_id in chosen]
    others = [each for each in latest if each.player.public_id not in chosen]
    return [*there, *others[: PLAYERS_OFFERED - len(there)]]


def length_words(best_of: int) -> str:
    return ngettext("one game alone", "best of %(games)s", best_of) % {"games": best_of}


def foretold(a: Strength, b: Strength, best_of: int = 1) -> list[Foretold]:
    """What A may expect of a game, and of a rubber where that is more than one."""
    lengths = [1] if best_of == 1 else [1, best_of]
    return [_of_length(a, b, length) for length in lengths]


def _of_length(a: Strength, b: Strength, best_of: int) -> Foretold:
    found = prospect_of(a, b, best_of)
    what = _("A game") if best_of == 1 else _("A rubber, %(length)s") % {"length": length_words(best_of)}
    likely = _("%(low)s to %(high)s") % {
        "low": decimal(100 * found.low, 0),
        "high": decimal(100 * found.high, 0),
    }
    return Foretold(what, decimal(100 * found.chance, 0), likely)


def side_told(each: RatedPlayer) -> str:
    """Orford (1523 ± 21)."""
    return f"{each.player.name} ({rating_text(each.strength)})"
