"""The form of a round's results: for each pairing an outcome such as 2–1, or the points of its games.

Each line is validated independently.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.events.pairings import Line, WrittenAward
from matches.events.results import WrittenResult, result_of
from matches.events.words import Names, player_words
from matches.pages.common.decision_forms import REASON_LENGTH
from matches.pages.common.entry_fields import set_choices
from matches.pages.common.findings import note_of
from matches.pages.common.keyed_forms import KeyedForm
from matches.pages.common.results import score_text
from matches.rules.events.facts import AwardKind, Side
from matches.rules.events.plan import RubberRules
from matches.rules.events.state import PairingState
from scoring.check import check_rubber
from scoring.errors import RecordError
from scoring.record import Pair

POINTS: Final = re.compile(r"(\d{1,2})\s*[-–:]\s*(\d{1,2})")
SCORE: Final = re.compile(r"\d+-\d+")
"""A choice that is a score, such as ``2-1``, and no award."""
BETWEEN: Final = re.compile(r"[\s,;/]*")
POINTS_LENGTH: Final = 200
AWARDS: Final[dict[str, AwardKind]] = {"w": "walkover", "n": "double_walkover", "d": "decision"}


class ResultsForm(KeyedForm):
    """The form of results, in fields named ``how_`` and ``points_`` with the number of the pairing."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        required=False,
        max_length=REASON_LENGTH,
        help_text=gettext_lazy("For decisions. Shown in the event’s log."),
    )

    def __init__(
        self, *args: Any, pairings: Sequence[PairingState], rules: RubberRules, names: Names, **options: Any
    ) -> None:
        super().__init__(*args, **options)
        self.rules = rules
        self.names = names
        self.pairings = {pairing.number: pairing for pairing in pairings if is_to_be_entered(pairing)}
        for number, pairing in self.pairings.items():
            sides = self._sides(pairing)
            names_of_sides = {"a": sides[0], "b": sides[1]}
            # The template draws both fields itself: labels are read from here, attributes are not.
            self.fields[f"how_{number}"] = forms.ChoiceField(
                required=False, label=_("Result of %(a)s and %(b)s") % names_of_sides
            )
            self.fields[f"points_{number}"] = forms.CharField(
                required=False,
                label=_("Points of %(a)s and %(b)s") % names_of_sides,
                max_length=POINTS_LENGTH,
            )
            set_choices(self, f"how_{number}", how_choices(self.rules, sides))

    def _sides(self, pairing: PairingState) -> tuple[str, str]:
        return player_words(pairing.a or "", self.names), player_words(pairing.b or "", self.names)

    def filled_lines(self) -> dict[int, Line]:
        """Return the valid, filled rows by pairing. Call it once, after ``is_valid``: it may add errors."""
        lines = {}
        for number, pairing in self.pairings.items():
            how = self.cleaned_data.get(f"how_{number}", "")
            points = self.cleaned_data.get(f"points_{number}", "").strip()
            if self.has_error(f"how_{number}") or self.has_error(f"points_{number}") or not (how or points):
                continue
            line = self._line(number, pairing, how, points)
            if line is not None:
                lines[number] = line
        return lines

    def result_words(self, number: int, line: Line) -> str:
        """Return a line in words: "Adams 2–1 Bell", or both names if it has no games."""
        a, b = self._sides(self.pairings[number])
        games = games_won_in(line)
        return f"{a} – {b}" if games is None else f"{a} {score_text(*games)} {b}"

    def _line(self, number: int, pairing: PairingState, how: str, points: str) -> Line | None:
        """Return the content of a line, or None with an error beside it if the line is invalid."""
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
        return result

    def _award(self, number: int, pairing: PairingState, how: str, points: str) -> WrittenAward | None:
        if points:
            self.add_error(f"points_{number}", _("Nothing was played: leave the points out."))
            return None
        kind = AWARDS[how[0]]
        if kind == "decision" and not self.cleaned_data.get("reason", "").strip():
            self.add_error("reason", _("Say why the rubber is given to one side."))
            return None
        return WrittenAward(kind, {"a": pairing.a, "b": pairing.b}.get(how[1:]))

    def _problem(self, pairing: PairingState, result: WrittenResult, how: str) -> str:
        """Return the engine's objection to a result; empty if the result counts."""
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
    """Return whether both players are known, and there is no rubber and no outcome."""
    return pairing.is_ready and pairing.outcome is None and not pairing.rubber


def how_choices(rules: RubberRules, sides: tuple[str, str]) -> list[tuple[str, Any]]:
    """Return the choices of an outcome: scores such as 2–1, then awards and retirements."""
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
    """Return the points of each game in a text like ``5-3 2-5``; () for an empty text, None for an invalid one.

    >>> games_in("5-3, 2:5 5–4")
    ((5, 3), (2, 5), (5, 4))
    >>> games_in("five three")
    """
    games = tuple((int(pair[1]), int(pair[2])) for pair in POINTS.finditer(points))
    rest = BETWEEN.sub("", POINTS.sub("", points))
    return None if rest else games


def stated_games(how: str) -> Pair | None:
    """Return the games won by A and B: ``(2, 1)`` for ``2-1``; None if the choice is not a score."""
    match = POINTS.fullmatch(how)
    return None if match is None else (int(match[1]), int(match[2]))


def games_won_in(line: Line) -> Pair | None:
    """Return the games won by A and B in a line; None for an award or a rubber that was given up."""
    if not isinstance(line, WrittenResult) or line.termination != "normal":
        return None
    if line.games_won is not None:
        return line.games_won
    return sum(a > b for a, b in line.games), sum(b > a for a, b in line.games)


def written(how: str, games: tuple[Pair, ...]) -> WrittenResult:
    """Return a row's result: ``how`` is ``ra`` (B resigned), ``rb``, or ``2-1`` unless ``games`` has points."""
    if how in ("ra", "rb"):
        return WrittenResult(games=games, termination="retired", winner=cast(Side, how[1].upper()))
    return WrittenResult(games=games, games_won=None if games else stated_games(how))
