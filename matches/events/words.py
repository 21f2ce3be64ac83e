"""Words for the parts of events: kinds of stages, tie-breaks, labels of rounds, and scores in half points.

The pure modules return codes with parameters. ``coded_words`` turns one into a sentence by a table of
templates: ``sentences`` has those for pairings, tables and warnings, ``error_words`` those for errors.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, TypeAlias

from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from matches.common.round_names import Text, kind_words, round_words
from matches.rules.events.facts import PlayerId
from matches.rules.events.plan import EventPlan, RubberRules, StagePlan
from matches.rules.events.state import Why

Names: TypeAlias = Mapping[PlayerId, str]
"""The names of players to display, by public id."""
Templates: TypeAlias = Mapping[str, Text]

SEEDING_NAMES: Final[dict[str, Text]] = {
    "fold": gettext_lazy("first against last (of eight: 1–8, 2–7, 3–6, 4–5)"),
    "split": gettext_lazy("top half against bottom half (1–5, 2–6, 3–7, 4–8)"),
    "adjacent": gettext_lazy("neighbours (1–2, 3–4, 5–6, 7–8)"),
    "lot": gettext_lazy("by lot"),
}
SCORE_NAMES: Final[dict[str, Text]] = {
    "rubbers": gettext_lazy("rubbers won"),
    "games": gettext_lazy("games won"),
    "stake": gettext_lazy("value won less value lost"),
}
FIGURE_NAMES: Final[dict[str, Text]] = {
    "score": gettext_lazy("score"),
    "direct_encounter": gettext_lazy("direct encounter"),
    "wins": gettext_lazy("wins at the table"),
    "buchholz": gettext_lazy("Buchholz"),
    "buchholz_cut_1": gettext_lazy("Buchholz cut 1"),
    "buchholz_median": gettext_lazy("median Buchholz"),
    "sonneborn_berger": gettext_lazy("Sonneborn-Berger"),
    "games_difference": gettext_lazy("difference of games"),
    "points_difference": gettext_lazy("difference of points"),
    "trebles": gettext_lazy("trebles won"),
    "voles": gettext_lazy("voles"),
    "progressive": gettext_lazy("progressive score"),
    "lot": gettext_lazy("drawing of lots"),
}
SHORT_FIGURE_NAMES: Final[dict[str, Text]] = {
    "direct_encounter": gettext_lazy("Direct"),
    "wins": gettext_lazy("Wins"),
    "buchholz": gettext_lazy("Opp."),
    "buchholz_cut_1": gettext_lazy("Opp. cut 1"),
    "buchholz_median": gettext_lazy("Opp. median"),
    "sonneborn_berger": gettext_lazy("SB"),
    "games_difference": gettext_lazy("Games ±"),
    "points_difference": gettext_lazy("Points ±"),
    "trebles": gettext_lazy("Trebles"),
    "voles": gettext_lazy("Voles"),
    "progressive": gettext_lazy("Progr."),
}
"""Short names of tie-breaks, for the headings of narrow columns."""
REQUESTED_BYES: Final[dict[str, Text]] = {
    "nothing": gettext_lazy("nothing"),
    "half": gettext_lazy("half of a rubber won"),
    "full": gettext_lazy("as much as a rubber won"),
}
PHASES: Final[dict[str, Text]] = {
    "planned": gettext_lazy("not drawn yet"),
    "draft": gettext_lazy("draft"),
    "playing": gettext_lazy("being played"),
    "complete": gettext_lazy("complete"),
}
_SIGNED: Final = frozenset({"games_difference", "points_difference"})
_IN_HALVES: Final = frozenset(
    {"score", "direct_encounter", "buchholz", "buchholz_cut_1", "buchholz_median", "progressive"}
)


def stage_words(plan: StagePlan, number: int, stages: int) -> str:
    """Return a stage's name: that given by the club, or its kind, as in "Stage 2, knockout"."""
    if plan.name:
        return plan.name
    kind = kind_words(plan.kind)
    if stages == 1:
        return kind
    return _("Stage %(number)s, %(kind)s") % {"number": number, "kind": kind}


def format_words(plan: EventPlan) -> str:
    """Return the kinds of the plan's stages in order, such as "round robin, then knockout"."""
    return _(", then ").join(kind_words(stage.kind) for stage in plan.stages)


def counts_points(rules: RubberRules) -> bool:
    """Return whether points differ from the number of games won, by trebles or a rubber bonus."""
    return rules.reckoning != "plain" or rules.rubber_bonus > 0


def halves_text(halves: int) -> str:
    """Return a number of half points as text: 3 is "1½", -2 is "−1"."""
    return _parts_text(halves, 2)


def quarters_text(quarters: int) -> str:
    """Return a number of quarter points as text: 5 is "1¼"."""
    return _parts_text(quarters, 4)


def figure_text(figure: str, value: int) -> str:
    """Return the value of ``figure``, in its unit, as text. Positive differences get a plus sign."""
    if figure in _IN_HALVES:
        return halves_text(value)
    if figure == "sonneborn_berger":
        return quarters_text(value)
    if figure in _SIGNED and value > 0:
        return f"+{value}"
    return _parts_text(value, 1)


def _parts_text(value: int, parts: int) -> str:
    whole, rest = divmod(abs(value), parts)
    fraction = {0: "", 1: "¼", 2: "½", 3: "¾"}[rest * 4 // parts]
    number = fraction if fraction and not whole else f"{whole}{fraction}"
    return f"−{number}" if value < 0 else number


def figure_words(figure: str) -> str:
    return _figure_names(get_language() or "").get(figure, figure)


@cache
def _figure_names(language: str) -> Mapping[str, str]:
    """Return the figures' names in ``language``, the active one. A table uses them several times in a row."""
    return {figure: str(name) for figure, name in FIGURE_NAMES.items()}


def figure_in_short(figure: str) -> str:
    return str(SHORT_FIGURE_NAMES.get(figure, figure_words(figure)))


FIGURE_MEANINGS: Final[dict[str, Text]] = {
    "direct_encounter": gettext_lazy("what the tied players scored against each other"),
    "wins": gettext_lazy("rubbers won at the table"),
    "buchholz": gettext_lazy("what your opponents have scored"),
    "buchholz_cut_1": gettext_lazy("what your opponents have scored, without the lowest"),
    "buchholz_median": gettext_lazy("what your opponents have scored, without the highest and the lowest"),
    "sonneborn_berger": gettext_lazy("what the opponents you beat have scored"),
    "games_difference": gettext_lazy("games won less games lost"),
    "points_difference": gettext_lazy("value won less value lost"),
    "trebles": gettext_lazy("trebles won"),
    "voles": gettext_lazy("voles won"),
    "progressive": gettext_lazy("the scores after each round added up"),
}
"""A phrase for what each tie-break counts, for readers who do not know its name."""


def list_words(words: Sequence[str]) -> str:
    """Return a list of words as text: "A", "A and B" or "A, B and C"."""
    if len(words) < 2:
        return "".join(words)
    return _("%(most)s and %(last)s") % {"most": ", ".join(words[:-1]), "last": words[-1]}


def coded_words(templates: Templates, codes: Mapping[str, tuple[str, ...]], why: Why, names: Names) -> str:
    """Return the sentence for a code and its parameters, if any, from ``templates``; an unknown code unchanged."""
    if not why:
        return ""
    code, *params = why
    template = templates.get(code)
    if template is None or code not in codes:
        return str(code)
    values = {name: _parameter(name, value, names) for name, value in zip(codes[code], params, strict=False)}
    return str(template) % values


def player_words(player: PlayerId, names: Names) -> str:
    return names.get(player) or _("a former player")


def _parameter(name: str, value: Any, names: Names) -> str:
    """Return a parameter of a message in words, as its name requires."""
    if name in _PLAYERS:
        return player_words(value, names)
    if name == "players" and not isinstance(value, int):
        return list_words([player_words(each, names) for each in value])
    if name == "pairs":
        return list_words([pair_words(first, second, names) for first, second in value])
    if name in ("tie_break", "figure"):
        return figure_words(value)
    if name in _LABELLED:
        return round_words(value)
    if name in ("came", "came_a", "came_b"):
        return str(_OUTCOMES.get(value, value))
    if name == "field":
        return str(FIELD_NAMES.get(value, value))
    if name in _HALVES:
        return halves_text(value)
    return str(value)


def pair_words(first: PlayerId, second: PlayerId, names: Names) -> str:
    return _("%(a)s and %(b)s") % {"a": player_words(first, names), "b": player_words(second, names)}


_PLAYERS: Final = frozenset({"player", "player_1", "player_2", "a", "b", "winner"})
_HALVES: Final = frozenset({"halves", "a_halves", "b_halves", "lowest_halves"})
_LABELLED: Final = frozenset({"label", "label_a", "label_b", "next_label"})
_OUTCOMES: Final[dict[str, Text]] = {"winner": gettext_lazy("the winner"), "loser": gettext_lazy("the loser")}
FIELD_NAMES: Final[dict[str, Text]] = {
    "name": gettext_lazy("name"),
    "kind": gettext_lazy("format"),
    "groups": gettext_lazy("groups"),
    "cycles": gettext_lazy("how often all meet"),
    "rounds": gettext_lazy("rounds"),
    "seeding": gettext_lazy("seeding"),
    "third_place": gettext_lazy("rubber for third place"),
    "consolation": gettext_lazy("consolation"),
    "bracket_reset": gettext_lazy("second final"),
    "qualifiers": gettext_lazy("qualifiers"),
    "score": gettext_lazy("score"),
    "tie_breaks": gettext_lazy("tie-breaks"),
    "annul_below_half": gettext_lazy("results of players who withdraw early"),
    "first_due": gettext_lazy("last day of the first round"),
    "days_apart": gettext_lazy("days from round to round"),
    "best_of": gettext_lazy("best of"),
    "reckoning": gettext_lazy("what a game counts"),
    "rubber_bonus": gettext_lazy("points for the rubber"),
    "cut": gettext_lazy("cut for deal"),
    "variant": gettext_lazy("game"),
    "rules": gettext_lazy("rules of the rubber"),
    "tables": gettext_lazy("tables"),
    "check_in": gettext_lazy("check-in"),
    "requested_bye": gettext_lazy("requested bye"),
    "lot_seed": gettext_lazy("random seed"),
    "starts_on": gettext_lazy("first day"),
    "prizes": gettext_lazy("prizes"),
    "stages": gettext_lazy("stages"),
}
"""The names of a plan's fields, for use inside a sentence."""
