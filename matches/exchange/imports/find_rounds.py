"""Find the rounds of the draws to which a file's new rubbers belong, and report those that count in no pairing.

The text of a rubber stays as the file has it: the log notes which round its tag ``Round`` means.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, assert_never

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
    """Note in the entries that begin rubbers which round is meant, and return the remarks to report, by rubber.

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
        meant = draw.find(written, each.players)
        if meant.label != written:
            payload["round"] = {"tag": written, "label": meant.label}
        if meant.problem in COUNTING and each.candidate.checked.is_clean:
            draw.take(meant.label, each.players)
        if text := _remark(written, meant):
            remarks[entry.subject] = RoundRemark(text, meant.problem not in COUNTING)
    return remarks


def _remark(written: str, meant: RoundFound) -> str:
    """Return the report's sentence about a rubber's round, empty if the file names it and the rubber counts there."""
    no_pairing = "it belongs to no pairing until a director chooses one"
    match meant.problem:
        case "no_draw":
            return "nothing is drawn in its event yet, so it belongs to no pairing"
        case "not_paired":
            return f'these two do not meet in round "{meant.label}", so {no_pairing}'
        case "awarded":
            return f'an award decides round "{meant.label}" for these two, and stays: this one does not count there'
        case "withdrawn":
            return f'round "{meant.label}" was decided because a player withdrew: this result counts in its place'
        case "has_result":
            return (
                f'these two have a result in round "{meant.label}" already, which stays: '
                "this one does not count there"
            )
        case "no_such_round":
            reason = f'the draw has no round "{written}"' if written else "it names no round"
            return f"{reason}, so {no_pairing}"
        case "":
            if not meant.is_by_players:
                return ""
            reason = f'the draw has no round "{written}"' if written else "it names no round"
            return f'{reason}: it goes to round "{meant.label}", where these two meet'
        case _:
            assert_never(meant.problem)
