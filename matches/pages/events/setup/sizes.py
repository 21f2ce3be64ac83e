"""Estimates of how long an event takes, for any number of players.

The page of a plan brings a table of them along, so that a script can show the row of the players who are ticked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, log2
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.pages.rubbers.entry.head_form import BEST_OF
from matches.rules.events.plan import EventPlan, StagePlan

MINUTES_A_GAME: Final = 13
FEWEST: Final = 2


@dataclass(frozen=True, slots=True)
class StageSize:
    """The estimated size of a stage, with the number of players who go on to the next."""

    players: int
    rounds: int
    rubbers: int
    qualifiers: int


def stage_size(stage: StagePlan, players: int) -> StageSize:
    """Return the estimated size of ``stage`` with this number of players."""
    if stage.kind in ("round_robin", "league"):
        return _groups_size(stage, players)
    if stage.kind == "swiss":
        rounds = stage.rounds or max(1, ceil(log2(max(players, 2))))
        return StageSize(players, rounds, rounds * (players // 2), min(stage.qualifiers, players))
    rounds = max(1, ceil(log2(max(players, 2))))
    rubbers = max(players - 1, 0)
    if stage.kind == "double_elimination":
        return StageSize(players, 2 * rounds, 2 * rubbers, min(stage.qualifiers, players))
    rubbers += stage.third_place and players >= 4
    if stage.consolation:
        rubbers += max(players - 2 ** (rounds - 1) - 1, 0)
    return StageSize(players, rounds, rubbers, min(stage.qualifiers, players))


def _groups_size(stage: StagePlan, players: int) -> StageSize:
    groups = max(1, min(stage.groups, players // 2 or 1))
    sizes = [players // groups + (number < players % groups) for number in range(groups)]
    largest = max(sizes)
    rounds = (largest - 1 + largest % 2) * stage.cycles if largest > 1 else 0
    rubbers = sum(size * (size - 1) // 2 for size in sizes) * stage.cycles
    going_on = sum(min(stage.qualifiers, size) for size in sizes)
    return StageSize(players, rounds, rubbers, going_on)


@dataclass(frozen=True, slots=True)
class EventSize:
    """The estimated size of an event, with a sentence on it. ``turns`` counts rubbers that follow each other."""

    rounds: int
    rubbers: int
    turns: int
    note: str


def event_size(plan: EventPlan, players: int) -> EventSize:
    """Return the estimated size of an event that ``players`` begin."""
    if players < FEWEST:
        return EventSize(0, 0, 0, _("A draw needs at least two players."))
    sizes, entering = [], players
    for stage in plan.stages:
        sizes.append(stage_size(stage, entering))
        entering = sizes[-1].qualifiers
    rounds, rubbers = sum(size.rounds for size in sizes), sum(size.rubbers for size in sizes)
    is_league = any(stage.kind == "league" for stage in plan.stages)
    turns = max(rounds, ceil(rubbers / plan.tables)) if plan.tables else rounds
    return EventSize(
        rounds=rounds,
        rubbers=rubbers,
        turns=0 if is_league else turns,
        note=_bye_words(plan.stages, players),
    )


def _bye_words(stages: Sequence[StagePlan], players: int) -> str:
    """Return a sentence on the byes in the first stage, "" if it has none."""
    if not stages:
        return ""
    first = stages[0]
    if first.is_bracket:
        byes = 2 ** ceil(log2(players)) - players
        text = ngettext("%(n)s player has a bye in round 1.", "%(n)s players have a bye in round 1.", byes)
        return text % {"n": byes} if byes else ""
    if first.kind != "swiss" and first.groups > 1:
        sizes = {players // first.groups, -(-players // first.groups)}
        is_odd = any(size % 2 for size in sizes)
        return _("In a group of odd size, one player has a bye each round.") if is_odd else ""
    return _("An odd number: one player has a bye each round.") if players % 2 else ""


def time_words(turns: int, best_of: int) -> str:
    """Return about how long rubbers that follow each other take: "about 2 h 40"; "" without a turn."""
    hours, minutes = divmod(turns * _minutes(best_of), 60)
    if not turns:
        return ""
    if not hours:
        return _unbroken(_("about %(minutes)s min") % {"minutes": minutes})
    return _unbroken(_("about %(hours)s h %(minutes)s") % {"hours": hours, "minutes": f"{minutes:02}"})


def _minutes(best_of: int) -> int:
    """Return about how long a rubber takes, to five minutes: 40 for the best of three."""
    return 5 * round(best_of * MINUTES_A_GAME / 5)


def _unbroken(text: str) -> str:
    return text.replace(" ", "\N{NO-BREAK SPACE}")


def player_words(players: int) -> str:
    return ngettext("%(n)s player", "%(n)s players", players) % {"n": players}


def round_words(rounds: int) -> str:
    """Return "4 rounds"; "" without a round."""
    return ngettext("%(n)s round", "%(n)s rounds", rounds) % {"n": rounds} if rounds else ""


def _rubber_words(rubbers: int) -> str:
    return ngettext("%(n)s rubber", "%(n)s rubbers", rubbers) % {"n": rubbers} if rubbers else ""


def size_words(size: EventSize, best_of: int) -> str:
    """Return the size in one line: "4 rounds, 24 rubbers, about 2 h 40"; "" without players."""
    parts = (round_words(size.rounds), _rubber_words(size.rubbers), time_words(size.turns, best_of))
    return ", ".join(part for part in parts if part)


def size_table(plans: Mapping[str, EventPlan], most: int) -> dict[str, Any]:
    """Return what a script shows: for each format and number of players up to ``most``, a row of numbers.

    A row has its rounds, rubbers and turns, and the place of its note in ``notes``. ``words`` has the texts for one
    and for several, with # for the number, and ``minutes`` how long a rubber of each length takes.
    """
    notes: dict[str, int] = {}
    sizes = {key: [event_size(plan, players) for players in range(most + 1)] for key, plan in plans.items()}
    return {
        "formats": {
            key: [
                [size.rounds, size.rubbers, size.turns, notes.setdefault(size.note, len(notes))]
                for size in row
            ]
            for key, row in sizes.items()
        },
        "notes": list(notes),
        "words": {
            "rounds": _one_and_several(round_words),
            "rubbers": _one_and_several(_rubber_words),
            "players": _one_and_several(player_words),
            "time": [
                _unbroken(_("about %(minutes)s min") % {"minutes": "#"}),
                _unbroken(_("about %(hours)s h %(minutes)s") % {"hours": "#", "minutes": "##"}),
            ],
        },
        "minutes": {str(best_of): _minutes(best_of) for best_of in BEST_OF},
    }


def _one_and_several(words: Callable[[int], str]) -> list[str]:
    """Return the texts for one and for several, with # for the number."""
    return [words(number).replace(str(number), "#", 1) for number in (1, 2)]
