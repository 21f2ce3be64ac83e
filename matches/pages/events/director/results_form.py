"""Results of a round, a line for each pairing: how it ended, or the points of its games. Each line stands by itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.events.results import WrittenResult, result_of
from matches.events.words.labels import Names, player_words
from matches.pages.common.button_forms import REASON_LENGTH
from matches.pages.common.fields import offer
from matches.pages.common.findings import note_of
from matches.pages.common.forms import KeyedForm
from matches.rules.events.facts import AwardKind, PlayerId, Side
from matches.rules.events.plan import RubberRules
from matches.rules.events.state import PairingState
from scoring.check import check_rubber
from scoring.errors import RecordError
from scoring.record import Pair

POINTS: Final = re.compile(r"(\d{1,2})\s*[-–:]\s*(\d{1,2})")
BETWEEN: Final = re.compile(r"[\s,;/]*")
POINTS_LENGTH: Final = 200
AWARDS: Final[dict[str, AwardKind]] = {"w": "walkover", "n": "double_walkover", "d": "decision"}


@dataclass(frozen=True, slots=True)
class LineSaid:
    """What a line says: a ``result``, or an ``award`` and whose it is."""

    number: int
    result: WrittenResult | None = None
    award: AwardKind | None = None
    winner: PlayerId | None = None


class ResultsForm(KeyedForm):
    """``how_`` and ``points_`` with the number of the pairing, for those that wait for a result.

    ``said`` are the lines that were filled in and are in order, whatever is wrong with others.
    """

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        required=False,
        max_length=REASON_LENGTH,
        help_text=gettext_lazy("For decisions; it stands in the event's history."),
    )

    def __init__(
        self,
        *args: Any,
        pairings: Sequence[PairingState],
        rules: RubberRules,
        names: Names,
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        self.rules = rules
        self.names = names
        self.pairings = {pairing.number: pairing for pairing in pairings if is_to_be_entered(pairing)}
        for number, pairing in self.pairings.items():
            sides = self._sides(pairing)
            how = forms.ChoiceField(
                required=False,
                label=_("Result of %(a)s and %(b)s") % {"a": sides[0], "b": sides[1]},
                widget=forms.Select(
                    {"aria-label": _("Result of %(a)s and %(b)s") % {"a": sides[0], "b": sides[1]}}
                ),
            )
            points = forms.CharField(
                required=False,
                label=_("Points of %(a)s and %(b)s") % {"a": sides[0], "b": sides[1]},
                max_length=POINTS_LENGTH,
                widget=forms.TextInput(
                    {
                        "aria-label": _("Points of %(a)s and %(b)s") % {"a": sides[0], "b": sides[1]},
                        "placeholder": "5-3 2-5 5-4",
                        "autocomplete": "off",
                        "inputmode": "text",
                    }
                ),
            )
            self.fields[f"how_{number}"] = how
            self.fields[f"points_{number}"] = points
            offer(self, f"how_{number}", how_choices(self.rules, sides))

    def _sides(self, pairing: PairingState) -> tuple[str, str]:
        return player_words(pairing.a or "", self.names), player_words(pairing.b or "", self.names)

    @property
    def said(self) -> list[LineSaid]:
        """To be asked once the form is cleaned."""
        found = []
        for number, pairing in self.pairings.items():
            how = self.cleaned_data.get(f"how_{number}", "")
            points = self.cleaned_data.get(f"points_{number}", "").strip()
            if self.has_error(f"how_{number}") or self.has_error(f"points_{number}") or not (how or points):
                continue
            line = self._line(number, pairing, how, points)
            if line is not None:
                found.append(line)
        return found

    def _line(self, number: int, pairing: PairingState, how: str, points: str) -> LineSaid | None:
        """What a line says; None where it is wrong, which is told beside it."""
        if how[:1] in AWARDS and not how[:1].isdigit():
            return self._award(number, pairing, how, points)
        games = games_in(points)
        if games is None:
            self.add_error(f"points_{number}", _("Write the points of each game like this: 5-3 2-5 5-4."))
            return None
        result = written(how, games)
        problem = self._problem(pairing, result, how)
        if problem:
            self.add_error(f"points_{number}" if games else f"how_{number}", problem)
            return None
        return LineSaid(number, result=result)

    def _award(self, number: int, pairing: PairingState, how: str, points: str) -> LineSaid | None:
        if points:
            self.add_error(f"points_{number}", _("Nothing was played: leave the points out."))
            return None
        kind = AWARDS[how[0]]
        if kind == "decision" and not self.cleaned_data.get("reason", "").strip():
            self.add_error("reason", _("Say why the rubber is given to one side."))
            return None
        winner = {"a": pairing.a, "b": pairing.b}.get(how[1:])
        return LineSaid(number, award=kind, winner=winner)

    def _problem(self, pairing: PairingState, result: WrittenResult, how: str) -> str:
        """What the engine finds against a result, in words; empty where it counts."""
        try:
            record = result_of(result, self.rules, event="", date="", round_label="", table=pairing.table)
            checked = check_rubber(record)
        except RecordError as error:
            return str(error)
        for finding in checked.findings:
            if finding.blocks_confirming:
                return note_of(finding, self._sides(pairing)).message
        stated = stated_games(how)
        if result.games and stated is not None and stated != checked.games_won:
            won = "–".join(map(str, checked.games_won))
            return _("The points make it %(won)s in games.") % {"won": won}
        return ""


def is_to_be_entered(pairing: PairingState) -> bool:
    """Whether a line of the form is for it: both are there, and nothing is on record or decided."""
    return pairing.is_ready and pairing.outcome is None and not pairing.rubber


def how_choices(rules: RubberRules, sides: tuple[str, str]) -> list[tuple[str, Any]]:
    """How a rubber may have ended, the scores first."""
    a, b = sides
    won = rules.games_to_win
    scores = [(won, lost) for lost in range(won)] + [(lost, won) for lost in reversed(range(won))]
    return [
        ("", "…"),
        *((f"{first}-{second}", f"{first}–{second}") for first, second in scores),
        ("wa", _("%(other)s did not come") % {"other": b}),
        ("wb", _("%(other)s did not come") % {"other": a}),
        ("n", _("nobody came")),
        ("ra", _("%(other)s gave up") % {"other": b}),
        ("rb", _("%(other)s gave up") % {"other": a}),
        ("da", _("decided for %(winner)s") % {"winner": a}),
        ("db", _("decided for %(winner)s") % {"winner": b}),
    ]


def games_in(points: str) -> tuple[Pair, ...] | None:
    """The points of each game in a text like ``5-3 2-5``; none in an empty one, None for another text.

    >>> games_in("5-3, 2:5 5–4")
    ((5, 3), (2, 5), (5, 4))
    >>> games_in("five three")
    """
    found = tuple((int(pair[1]), int(pair[2])) for pair in POINTS.finditer(points))
    rest = BETWEEN.sub("", POINTS.sub("", points))
    return None if rest else found


def stated_games(how: str) -> Pair | None:
    """The games won that a choice states: ``2-1``."""
    match = POINTS.fullmatch(how)
    return None if match is None else (int(match[1]), int(match[2]))


def written(how: str, games: tuple[Pair, ...]) -> WrittenResult:
    """What a choice and points come to; ``ra``: B gave up, so that A wins."""
    if how in ("ra", "rb"):
        return WrittenResult(games=games, termination="retired", winner=cast(Side, how[1].upper()))
    return WrittenResult(games=games, games_won=None if games else stated_games(how))
