"""The form that enters a rubber by its result alone: the games won, or the points of each game."""

from __future__ import annotations

from typing import Any, Final, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.models import Rubber as StoredRubber
from matches.pages.common.entry_fields import Group, PairField, call_sides, group, set_choices
from matches.pages.common.findings import note_of
from matches.pages.rubbers.entry.head_form import HeadForm, Heading
from matches.rubbers.record_from_input import corrected_result, result_record
from scoring.check import check_rubber
from scoring.errors import RecordError
from scoring.findings import Finding
from scoring.marks import GAME_POINTS
from scoring.notation import write_rubber
from scoring.record import Pair, Rubber, Termination

MIN_LINES: Final = 3
MAX_LINES: Final = 99
MAX_GAMES_WON: Final = 50


class ResultForm(HeadForm):
    """The form for the result of a rubber.

    After validation, ``record`` is the record with the result, or None if the engine finds errors in it.
    ``base`` is the record to be corrected, which keeps what the form does not ask for.
    """

    termination_said = forms.ChoiceField(
        label=gettext_lazy("How it ended"),
        widget=forms.RadioSelect,
        initial="normal",
        choices=[
            ("normal", gettext_lazy("played out")),
            ("walkover", gettext_lazy("walkover: one side did not come")),
            ("retired", gettext_lazy("one side gave up")),
            ("unfinished", gettext_lazy("left unfinished")),
        ],
    )
    winner = forms.ChoiceField(
        label=gettext_lazy("Winner"),
        required=False,
        widget=forms.RadioSelect,
        help_text=gettext_lazy("Only after a walkover or if one side gave up. Otherwise the games decide."),
    )
    games_won = PairField(
        label=gettext_lazy("Games won"),
        most=MAX_GAMES_WON,
        help_text=gettext_lazy("A’s first. With the points of each game below, this may stay empty."),
    )

    def __init__(self, *args: Any, base: Rubber | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.base = base
        self.record: Rubber | None = None
        self.lines = [f"game_{number}" for number in range(1, self._line_count() + 1)]
        for number, line in enumerate(self.lines, start=1):
            label = _("Points of game %(number)s") % {"number": number}
            self.fields[line] = PairField(label=label, most=GAME_POINTS)
        self._name_sides()

    def groups(self) -> list[Group]:
        return [
            self.players_group(),
            self.result_group(),
            self.place_group(),
            self.rules_group(),
        ]

    def result_group(self) -> Group:
        rows = (("games_won",), *((line,) for line in self.lines), ("termination_said",), ("winner",))
        return group(self, _("The result"), *rows)

    def _line_count(self) -> int:
        """Return the number of lines for games: as many games as the rubber may have, within the limit of a page."""
        best_of = str(self.data.get("best_of") if self.is_bound else self.initial.get("best_of"))
        usual = int(best_of) if best_of.isdecimal() and len(best_of) <= 2 else MIN_LINES
        filled = sum(1 for number in range(1, MAX_LINES + 1) if self.data.get(f"game_{number}_0"))
        stored = len(self.base.games) if self.base is not None else 0
        return max(1, min(MAX_LINES, max(usual, filled, stored)))

    def _name_sides(self) -> None:
        names = tuple(
            (self._written(field) if self.is_bound else str(self.initial.get(field) or "")) or side
            for field, side in (("a", _("Player A")), ("b", _("Player B")))
        )
        set_choices(self, "winner", [("", _("as the games say")), ("A", names[0]), ("B", names[1])])
        for line in ("games_won", *self.lines):
            call_sides(self, line, (names[0], names[1]))

    def termination(self) -> Termination:
        return cast(Termination, self.cleaned_data["termination_said"])

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if self.heading is None:
            return data
        self._check_ending()
        games = self._games()
        if not self.errors and not games and data["games_won"] is None and self.termination() == "normal":
            self.add_error("games_won", _("Write the games won, or the points of each game."))
        if not self.errors:
            self._write(self.heading, games)
        return data

    def _check_ending(self) -> None:
        winner, ended = self.cleaned_data["winner"], self.termination()
        if ended in ("walkover", "retired") and not winner:
            self.add_error("winner", _("Say who wins the rubber."))
        if ended in ("normal", "unfinished") and winner:
            self.add_error(
                "winner", _("Leave this empty: it is only for a walkover, or if one side gave up.")
            )

    def _games(self) -> list[Pair]:
        """Return the points of the games that were written, in order, without gaps."""
        points: list[Pair | None] = [self.cleaned_data.get(line) for line in self.lines]
        last = max((place for place, pair in enumerate(points) if pair is not None), default=0)
        for line, pair in list(zip(self.lines, points, strict=True))[:last]:
            if pair is None and line not in self.errors:
                self.add_error(line, _("Write the points of this game, too: a later game has some."))
        return [pair for pair in points if pair is not None]

    def _write(self, heading: Heading, games: list[Pair]) -> None:
        stated: Pair | None = self.cleaned_data["games_won"]
        tags = heading.tags(date=self._partial_date(), winner=self.cleaned_data["winner"])
        try:
            record = result_record(tags, games=games, games_won=stated)
            if self.base is not None:
                record = corrected_result(self.base, record)
            write_rubber(record)
            checked = check_rubber(record)
        except RecordError as error:
            self.add_error(None, str(error))
            return
        for finding in checked.findings:
            if finding.blocks_confirming:
                self.add_error(self._field_of(finding, games), note_of(finding, heading.names).message)
        if games and stated is not None and stated != checked.games_won and not self.errors:
            won = "–".join(map(str, checked.games_won))
            self.add_error("games_won", _("The points below make it %(won)s in games.") % {"won": won})
        if not self.errors:
            self.record = record

    def _partial_date(self) -> str:
        """Return a partly unknown date of ``base``, which the form's calendar can't show."""
        date = (self.base.tag("Date") or "") if self.base is not None else ""
        return date if "?" in date else ""

    def _field_of(self, finding: Finding, games: list[Pair]) -> str:
        if finding.game is not None and finding.game <= len(self.lines):
            return self.lines[finding.game - 1]
        return self.lines[len(games) - 1] if games else "games_won"


def result_of(rubber: StoredRubber, games: list[Pair]) -> dict[str, Any]:
    """Return the initial values of the form that corrects a result; ``games`` are the points, empty if unknown."""
    initial: dict[str, Any] = {
        "termination_said": rubber.termination,
        "winner": rubber.winner if rubber.termination in ("walkover", "retired") else "",
    }
    if games:
        return initial | {f"game_{number}": points for number, points in enumerate(games, start=1)}
    return initial | {"games_won": (rubber.games_won_a, rubber.games_won_b)}
