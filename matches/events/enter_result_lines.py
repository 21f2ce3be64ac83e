"""What was written down beside the pairings of an event, line by line: results and awards, each on its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from matches.common.command_context import Act
from matches.events.errors import EventChangeError
from matches.events.open_pairings import award_pairing
from matches.events.results import WrittenResult, enter_results
from matches.models import Event, Rubber
from matches.rubbers.errors import RubberChangeError
from matches.rules.events.errors import EventActError
from matches.rules.events.facts import AwardKind, PairingPlace, PlayerId


@dataclass(frozen=True, slots=True)
class WrittenAward:
    """A rubber given without being played; ``winner`` None: to nobody."""

    kind: AwardKind
    winner: PlayerId | None


Line: TypeAlias = WrittenResult | WrittenAward
Entered: TypeAlias = Rubber | WrittenAward | ValueError
"""What became of a line: the rubber, the award as it was noted, or why it was not entered."""


def enter_lines(event: Event, lines: Mapping[PairingPlace, Line], *, act: Act) -> dict[PairingPlace, Entered]:
    """Enter all lines by the word of who runs the event, whatever is wrong with some of them."""
    results = {place: line for place, line in lines.items() if isinstance(line, WrittenResult)}
    entered: dict[PairingPlace, Entered] = dict(enter_results(event, results, word="final", act=act))
    for place, line in lines.items():
        if isinstance(line, WrittenAward):
            entered[place] = _awarded(event, place, line, act)
    return {place: entered[place] for place in lines}


def _awarded(event: Event, place: PairingPlace, line: WrittenAward, act: Act) -> Entered:
    stage, round_number, number = place
    told = {"stage": stage, "round": round_number, "number": number, "kind": line.kind, "winner": line.winner}
    try:
        award_pairing(event, told, act=replace(act, key=f"{act.key} {number}" if act.key else ""))
    except (EventChangeError, EventActError, RubberChangeError) as error:
        return error
    return line
