"""The handbook's chapter on standings: scores and tie-breaks in words and by an example.

``matches.rules.events.tie_breaks`` computes the example's values. The terms of each sum are computed here a
second time, so that a reader can follow them; a test checks that both agree.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any, Final, TypeAlias

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from matches.common.round_names import KINDS
from matches.events.words import (
    FIGURE_MEANINGS,
    FIGURE_NAMES,
    SCORE_NAMES,
    figure_in_short,
    figure_text,
    halves_text,
)
from matches.models import Entrant, Player, Standing
from matches.pages.events.rows import Progress, StandingTable
from matches.rules.events.facts import PlayerId, Side
from matches.rules.events.outcomes import full_bye_halves, outcome_of
from matches.rules.events.plan import (
    DEFAULT_TIE_BREAKS,
    SCORES,
    TIE_BREAKS,
    RubberRules,
    Score,
    StagePlan,
    TieBreak,
)
from matches.rules.events.seeding import Lots
from matches.rules.events.state import Pair, PairingState, Result, Table, TableLine
from matches.rules.events.tables import records_of, table
from matches.rules.events.tie_breaks import BY_PLAYER, Meeting, Records, direct_encounter

PLAYERS: Final[tuple[PlayerId, ...]] = ("Boiteau", "Clay", "Walker", "Bennett", "Orford", "Pole")
"""The players by seed; a player's id is their name."""
RULES: Final = RubberRules(best_of=3, reckoning="treble")
LOTS: Final = Lots("sample", {player: number for number, player in enumerate(PLAYERS, start=1)})
ROUNDS: Final = 3
PLAN: Final = StagePlan(kind="swiss", rounds=ROUNDS)
Games: TypeAlias = str
"""The winner of each game and its worth: ``A3 B1 A2`` is a treble for A, a single for B, a double for A."""


@dataclass(frozen=True, slots=True)
class Rubber:
    """A rubber of the sample event, in which ``a`` deals first."""

    round: int
    a: PlayerId
    b: PlayerId
    games: Games
    voles: Pair = (0, 0)

    def won(self, side: Side) -> list[int]:
        """Return the worth of each game that this side won."""
        return [int(game[1]) for game in self.games.split() if game[0] == side]

    @property
    def score(self) -> Pair:
        return len(self.won("A")), len(self.won("B"))


RUBBERS: Final = (
    Rubber(1, "Boiteau", "Pole", "A1 A2", voles=(1, 0)),
    Rubber(1, "Orford", "Clay", "B1 A1 B1"),
    Rubber(1, "Walker", "Bennett", "B2 A1 B1"),
    Rubber(2, "Clay", "Boiteau", "B3 A1 A1", voles=(2, 0)),
    Rubber(2, "Bennett", "Orford", "A1 A1"),
    Rubber(2, "Pole", "Walker", "B2 B1"),
    Rubber(3, "Bennett", "Clay", "A1 A3"),
    Rubber(3, "Boiteau", "Walker", "A1 B1 A2"),
    Rubber(3, "Orford", "Pole", "A1 B2 A1"),
)


def sample_table() -> Table:
    """Return the final table of the sample event, with the default tie-breaks of a Swiss."""
    return table(PLAYERS, list(_pairings()), plan=PLAN, rules=RULES, lots=LOTS)


def sample_records() -> Records:
    """Return the meetings of each player of the sample event, from which tie-breaks are computed."""
    return records_of(PLAYERS, _pairings(), plan=PLAN, rules=RULES, lots=LOTS)


def _pairings() -> Iterator[PairingState]:
    for number, rubber in enumerate(RUBBERS, start=1):
        yield PairingState(
            round=rubber.round,
            number=number,
            kind="rubber",
            a=rubber.a,
            b=rubber.b,
            outcome=outcome_of(rubber.a, rubber.b, score="rubbers", rules=RULES, result=_result(rubber)),
        )


def _result(rubber: Rubber) -> Result:
    own, others = rubber.won("A"), rubber.won("B")
    return Result(
        rubber=f"{rubber.round} {rubber.a}",
        order=0,
        round_label=str(rubber.round),
        a=rubber.a,
        b=rubber.b,
        state="confirmed",
        is_settled=True,
        winner="A" if len(own) > len(others) else "B",
        games=rubber.score,
        points=(sum(own), sum(others)),
        trebles=(own.count(3), others.count(3)),
        voles=rubber.voles,
    )


COMPARED: Final = ("Clay", "Boiteau")
"""Two players of the sample event with equal scores. They met, and the first of them won."""
SCORE_WORDS: Final[dict[Score, str | Promise]] = {
    "rubbers": _("1 for a rubber won, 0 for one lost, ½ each without a winner."),
    "games": _("1 for each game won, whoever wins the rubber."),
    "stake": _(
        "Value won less value lost, rubber bonus included: a big loss costs more. A rubber of"
        " unknown value counts 0."
    ),
}
TIE_BREAK_WORDS: Final[dict[TieBreak, str | Promise]] = {
    "direct_encounter": _(
        "What tied players scored against one another. It decides only if all of them have met."
    ),
    "wins": _("Rubbers won at the table, without walkovers and byes."),
    "buchholz": _("The sum of the opponents’ scores: stronger opponents, more points."),
    "buchholz_cut_1": _("The same without the lowest, so that one weak opponent costs nothing."),
    "buchholz_median": _("The same without the lowest and the highest."),
    "sonneborn_berger": _(
        "The scores of the opponents beaten, plus half the scores of those met without a winner: it counts "
        "whom you beat."
    ),
    "games_difference": _("Games won less games lost, at the table."),
    "points_difference": _("Value won less value lost, at the table."),
    "trebles": _("Trebles won (the loser had no points), as far as recorded."),
    "voles": _("Voles made, as far as recorded."),
    "progressive": _("The scores after each round, added up: early wins count more."),
    "lot": _("A number drawn for each player from the random seed; the higher wins. It comes last."),
}
SIGNED: Final = frozenset({"games_difference", "points_difference"})


@dataclass(frozen=True, slots=True)
class Term:
    """A term of the sum that makes up the value of a tie-break, shown but not added with ``is_left_out``."""

    value: int
    is_left_out: bool = False


def context() -> dict[str, Any]:
    """Return the template values of the chapter on standings.

    The last value of a score is what a bye or a walkover gives if rubbers are the best of three games.
    """
    rules = RubberRules(best_of=3)
    first = DEFAULT_TIE_BREAKS["swiss"][0]
    return {
        "scores": [
            (
                score,
                capfirst(str(SCORE_NAMES[score])),
                SCORE_WORDS[score],
                halves_text(full_bye_halves(score, rules)),
            )
            for score in SCORES
        ],
        "table": example_table(),
        "progress": example_progress(),
        "tie_break": (figure_in_short(first), str(FIGURE_MEANINGS[first])),
        "rubbers": RUBBERS,
        "tie_breaks": [
            (name, capfirst(str(FIGURE_NAMES[name])), TIE_BREAK_WORDS[name], examples)
            for name, examples in tie_break_examples().items()
        ],
        "orders": [
            (capfirst(str(KINDS[kind])), ", ".join(str(FIGURE_NAMES[name]) for name in order))
            for kind, order in DEFAULT_TIE_BREAKS.items()
            if order
        ],
    }


def example_table() -> StandingTable:
    """Return the final table of the sample event, as the template of standings needs it."""
    rows = [_standing_of(line) for line in sample_table().lines]
    return StandingTable(0, rows, byes={}, progress=example_progress())


def example_progress() -> Progress:
    """Return the progress of the sample event, which is over."""
    return Progress(score="rubbers")


def _standing_of(line: TableLine) -> Standing:
    """Return a row of the sample table as an unsaved ``Standing`` of an unsaved player."""
    return Standing(
        entrant=Entrant(player=Player(name=line.player)),
        position=line.position,
        rank=line.rank,
        halves=line.halves,
        won=line.won,
        lost=line.lost,
        games_won=line.games[0],
        games_lost=line.games[1],
        points_for=line.points[0],
        points_against=line.points[1],
        figures=line.figures,
        reason=json.dumps(line.because) if line.because else "",
        is_through=line.is_through,
    )


def tie_break_examples() -> dict[TieBreak, tuple[str, ...]]:
    """Return two texts for each tie-break, on how the values of the two compared players are computed."""
    records = sample_records()
    return {name: tuple(_example(records, name, player) for player in COMPARED) for name in TIE_BREAKS}


def _example(records: Records, name: TieBreak, player: str) -> str:
    """Return a sum as in "Clay: 1 + 2 + (0) = 3", or the figure alone if it is not a sum."""
    terms = terms_of(records, name, player)
    values = {"player": player, "total": figure_text(name, value_of(records, name, player))}
    if len(terms) < 2:
        return _("%(player)s: %(total)s") % values
    return _("%(player)s: %(terms)s = %(total)s") % {**values, "terms": _sum_text(name, terms)}


def _sum_text(name: TieBreak, terms: Sequence[Term]) -> str:
    texts = [(figure_text(name, term.value), term.is_left_out) for term in terms]
    return (" " if name in SIGNED else " + ").join(f"({text})" if is_out else text for text, is_out in texts)


def value_of(records: Records, name: TieBreak, player: str) -> int:
    """Return the value of a tie-break. The direct encounter is that of the two players in ``COMPARED``."""
    if name == "direct_encounter":
        return direct_encounter(records, COMPARED)[player]
    return BY_PLAYER[name](records, records.by_player[player])


def terms_of(records: Records, name: TieBreak, player: str) -> list[Term]:
    """Return the terms, by round, that add up to the value of a tie-break."""
    record = records.by_player[player]
    if name == "direct_encounter":
        return [Term(meeting.halves) for meeting in record.meetings if meeting.opponent in COMPARED]
    if name == "lot":
        return [Term(record.lot)]
    if name == "progressive":
        return [Term(score) for score in accumulate(meeting.halves for meeting in record.meetings)]
    terms = [Term(_of_meeting(records, name, meeting)) for meeting in record.meetings]
    if name in ("buchholz_cut_1", "buchholz_median"):
        terms = _leaving_out(terms, min(term.value for term in terms))
    if name == "buchholz_median":
        terms = _leaving_out(terms, max(term.value for term in terms))
    return terms


def _of_meeting(records: Records, name: TieBreak, meeting: Meeting) -> int:
    opponent_halves = 0 if meeting.opponent is None else records.by_player[meeting.opponent].halves
    added: dict[TieBreak, int] = {
        "wins": int(meeting.is_won),
        "buchholz": opponent_halves,
        "buchholz_cut_1": opponent_halves,
        "buchholz_median": opponent_halves,
        "sonneborn_berger": meeting.share * opponent_halves,
        "games_difference": meeting.games[0] - meeting.games[1],
        "points_difference": meeting.points[0] - meeting.points[1],
        "trebles": meeting.trebles,
        "voles": meeting.voles,
    }
    return added[name]


def _leaving_out(terms: Sequence[Term], value: int) -> list[Term]:
    place = next(place for place, term in enumerate(terms) if term.value == value and not term.is_left_out)
    return [replace(term, is_left_out=True) if at == place else term for at, term in enumerate(terms)]
