"""What a table counts, and what parts the level, in words and by an example.

The example's figures are those of ``tie_breaks``; what each is the sum of is worked out here a second time, so
that a reader can follow it, and a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.events.words.labels import FIGURE_NAMES, KINDS, SCORE_NAMES, figure_text, halves_text
from matches.events.words.sentences import because_words
from matches.pages.common.result_lines import score_text
from matches.pages.events.public.standing_lines import StandingLine, TableShown
from matches.pages.handbook.sample_event import sample_records, sample_table
from matches.rules.events.outcomes import full_bye_halves
from matches.rules.events.plan import (
    DEFAULT_TIE_BREAKS,
    SCORES,
    TIE_BREAKS,
    RubberRules,
    Score,
    TieBreak,
)
from matches.rules.events.state import TableLine
from matches.rules.events.tie_breaks import BY_PLAYER, Meeting, Record, Records, direct_encounter

COMPARED: Final = ("Clay", "Boiteau")
"""The two of the example who are level; they met, and the first won."""
SCORES_TOLD: Final[dict[Score, str | Promise]] = {
    "rubbers": gettext_lazy(
        "1 for a rubber won, nothing for one lost; ½ each where it ends without a winner."
    ),
    "games": gettext_lazy("1 for each game won, whoever wins the rubber."),
    "stake": gettext_lazy(
        "The points of a rubber as the stake is reckoned, won less lost: who loses by much loses much. A rubber whose"
        " points are not known counts 0."
    ),
}
TIE_BREAKS_TOLD: Final[dict[TieBreak, str | Promise]] = {
    "direct_encounter": gettext_lazy(
        "What those who are level scored against one another. It counts where each of them has met each of the others,"
        " and else decides nothing."
    ),
    "wins": gettext_lazy("Rubbers won at the table; a walkover or a bye is none."),
    "buchholz": gettext_lazy("The sum of the adversaries' scores: who met the stronger field has the more."),
    "buchholz_cut_1": gettext_lazy("The same without the lowest, so that one weak adversary costs nothing."),
    "buchholz_median": gettext_lazy("The same without the lowest and the highest."),
    "sonneborn_berger": gettext_lazy(
        "The scores of those beaten, and half the score of those met without a winner: it counts whom one has beaten."
    ),
    "games_difference": gettext_lazy("Games won less games lost, at the table."),
    "points_difference": gettext_lazy("Points of the stake won less points lost, at the table."),
    "trebles": gettext_lazy(
        "Games won as trebles, the loser having marked nothing; as far as they are on record."
    ),
    "voles": gettext_lazy("Voles made, as far as they are on record."),
    "progressive": gettext_lazy("The score after each round, all added up: who won early has the more."),
    "lot": gettext_lazy(
        "A number drawn for each by the seed of the lots; the higher is the better. It comes last."
    ),
}
SIGNED: Final = frozenset({"games_difference", "points_difference"})


@dataclass(frozen=True, slots=True)
class ScoreShown:
    """``full`` is what a bye and a walkover bring where rubbers are the best of three."""

    key: str
    name: str
    about: str | Promise
    full: str


@dataclass(frozen=True, slots=True)
class TieBreakShown:
    """``examples``: how each of the two comes by his figure."""

    key: str
    name: str
    about: str | Promise
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Term:
    """A part of a figure, in the figure's own unit; ``is_left_out``: told, and not counted."""

    value: int
    is_left_out: bool = False


def scores() -> list[ScoreShown]:
    rules = RubberRules(best_of=3)
    return [
        ScoreShown(
            score,
            capfirst(str(SCORE_NAMES[score])),
            SCORES_TOLD[score],
            halves_text(full_bye_halves(score, rules)),
        )
        for score in SCORES
    ]


def example_table() -> TableShown:
    """The sample event's table at its end."""
    return TableShown(0, "", tuple(standing_shown(line) for line in sample_table().lines))


def standing_shown(line: TableLine) -> StandingLine:
    """A line of a table that no page leads to."""
    return StandingLine(
        position=line.position,
        rank=line.rank,
        name=line.player,
        url="",
        score=halves_text(line.halves),
        rubbers=score_text(line.won, line.lost),
        games=score_text(*line.games),
        points=score_text(*line.points),
        figures=tuple(figure_text(name, value) for name, value in line.figures[1:] if name != "lot"),
        why=because_words(line.because),
        is_through=line.is_through,
    )


def tie_breaks() -> list[TieBreakShown]:
    records = sample_records()
    return [
        TieBreakShown(
            name,
            capfirst(str(FIGURE_NAMES[name])),
            TIE_BREAKS_TOLD[name],
            tuple(_example(records, name, player) for player in COMPARED),
        )
        for name in TIE_BREAKS
    ]


def usual_orders() -> list[tuple[str, str]]:
    """The order of tie-breaks that each kind of stage has unless the club sets another."""
    return [
        (capfirst(str(KINDS[kind])), ", ".join(str(FIGURE_NAMES[name]) for name in order))
        for kind, order in DEFAULT_TIE_BREAKS.items()
        if order
    ]


def _example(records: Records, name: TieBreak, player: str) -> str:
    """ "Clay: 1 + 2 + (0) = 3"; a figure that is no sum stands alone."""
    terms = terms_of(records, name, player)
    told = {"player": player, "total": figure_text(name, value_of(records, name, player))}
    if len(terms) < 2:
        return _("%(player)s: %(total)s") % told
    return _("%(player)s: %(terms)s = %(total)s") % {**told, "terms": _sum_text(name, terms)}


def _sum_text(name: TieBreak, terms: Sequence[Term]) -> str:
    texts = [
        f"({text})" if term.is_left_out else text
        for term in terms
        for text in (figure_text(name, term.value),)
    ]
    return (" " if name in SIGNED else " + ").join(texts)


def value_of(records: Records, name: TieBreak, player: str) -> int:
    """The figure of the table, in its own unit; the direct encounter of the two of the example."""
    if name == "direct_encounter":
        return direct_encounter(records, COMPARED)[player]
    return BY_PLAYER[name](records, records.by_player[player])


def terms_of(records: Records, name: TieBreak, player: str) -> list[Term]:
    """What the figure is the sum of, round by round."""
    record = records.by_player[player]
    if name == "direct_encounter":
        return [Term(meeting.halves) for meeting in record.meetings if meeting.adversary in COMPARED]
    if name == "lot":
        return [Term(record.lot)]
    if name == "progressive":
        return _running(record)
    terms = [Term(_of_meeting(records, name, meeting)) for meeting in record.meetings]
    if name in ("buchholz_cut_1", "buchholz_median"):
        terms = _leaving_out(terms, min(term.value for term in terms))
    if name == "buchholz_median":
        terms = _leaving_out(terms, max(term.value for term in terms))
    return terms


def _running(record: Record) -> list[Term]:
    terms, score = [], 0
    for meeting in record.meetings:
        score += meeting.halves
        terms.append(Term(score))
    return terms


def _of_meeting(records: Records, name: TieBreak, meeting: Meeting) -> int:
    """What one rubber that was played adds."""
    adversary = records.by_player[meeting.adversary] if meeting.adversary is not None else None
    adversary_halves = adversary.halves if adversary is not None else 0
    added: dict[TieBreak, int] = {
        "wins": int(meeting.is_won),
        "buchholz": adversary_halves,
        "buchholz_cut_1": adversary_halves,
        "buchholz_median": adversary_halves,
        "sonneborn_berger": meeting.share * adversary_halves,
        "games_difference": meeting.games[0] - meeting.games[1],
        "points_difference": meeting.points[0] - meeting.points[1],
        "trebles": meeting.trebles,
        "voles": meeting.voles,
    }
    return added[name]


def _leaving_out(terms: Sequence[Term], value: int) -> list[Term]:
    """The first that is counted and of this value is left out."""
    place = next(place for place, term in enumerate(terms) if term.value == value and not term.is_left_out)
    return [replace(term, is_left_out=True) if at == place else term for at, term in enumerate(terms)]
