"""Find the rounds of the draws to which a file's new rubbers belong, and tell of those that count in no pairing.

The text of a rubber stays as the file has it: the log notes which round its tag ``Round`` means.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from matches.common.log import Entry, RubberBegun
from matches.exchange.imports.match_rubbers import IdentifiedRubber
from matches.rubbers.find_round import DrawnRounds, Problem, RoundFound

COUNTING: Final[tuple[Problem, ...]] = ("", "withdrawn")


@dataclass(frozen=True, slots=True)
class RoundRemark:
    """A sentence about the round of a new rubber. ``is_outside``: the rubber does not count in the event's draw."""

    text: str
    is_outside: bool


def place_in_draws(
    entries: Sequence[Entry], identified: Mapping[str, IdentifiedRubber], planned: Collection[str]
) -> dict[str, RoundRemark]:
    """Note in the entries that begin rubbers which round is meant, and return what is to be told, by rubber.

    ``identified`` are the rubbers by public id, and ``planned`` the public ids of the events that have a plan, which
    are locked. The rubbers are in the order of the file: a pairing goes to the first that counts.
    """
    draws = {event: DrawnRounds(event) for event in planned}
    remarks = {}
    for entry in entries:
        payload: RubberBegun = entry.payload
        draw = draws.get(payload["event"])
        if draw is None:
            continue
        each = identified[entry.subject]
        written = each.occasion.round_label
        match = draw.find(written, each.players)
        if match.label != written:
            payload["round"] = {"tag": written, "label": match.label}
        if match.problem in COUNTING and each.candidate.checked.is_clean:
            draw.take(match.label, each.players)
        if text := _remark(written, match):
            remarks[entry.subject] = RoundRemark(text, match.problem not in COUNTING)
    return remarks


def _remark(written: str, match: RoundFound) -> str:
    """Return what is told of a rubber's round: nothing, if the file names it and the rubber counts there."""
    no_pairing = "it belongs to no pairing until a director chooses one"
    if match.problem == "no_draw":
        return "nothing is drawn in its event yet, so it belongs to no pairing"
    if match.problem == "not_paired":
        return f'these two do not meet in round "{match.label}", so {no_pairing}'
    if match.problem == "awarded":
        return (
            f'an award decides round "{match.label}" for these two, and stays: this one does not count there'
        )
    if match.problem == "withdrawn":
        return f'round "{match.label}" was decided because a player withdrew: this result counts in its place'
    if match.problem == "has_result":
        return f'these two have a result in round "{match.label}" already, which stays: this one does not count there'
    if match.problem == "no_such_round":
        return (
            f'the draw has no round "{written}", so {no_pairing}'
            if written
            else f"it names no round, so {no_pairing}"
        )
    if not match.is_by_players:
        return ""
    if written:
        return f'the draw has no round "{written}": it goes to round "{match.label}", where these two meet'
    return f'it names no round: it goes to round "{match.label}", where these two meet'
