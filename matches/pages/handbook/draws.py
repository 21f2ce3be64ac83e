"""The life of an event in words: every act of its director, when it may be done, and what it does.

The acts are the kinds of facts in an event's log; when each may be done is decided by
``matches.rules.events.checks.lifecycle``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from matches.events.words.labels import REQUESTED_BYES
from matches.rules.events.facts import FactKind
from matches.rules.events.plan import RequestedBye

Told = tuple[str | Promise, str | Promise]
"""What an act is called, and when and how it is done."""

ACTS: Final[dict[FactKind, Told]] = {
    "planned": (
        gettext_lazy("Plan"),
        gettext_lazy(
            "Stages, score, tie-breaks, rules of the rubber. Free until a stage is drawn; afterwards what no draw rests"
            " on: names, score and tie-breaks at any time, the number of a Swiss's rounds down to those drawn, how many"
            " go on until the next stage is drawn. The rules of the rubber stay once one is played."
        ),
    ),
    "entered": (
        gettext_lazy("Enter players"),
        gettext_lazy(
            "Until the first stage is drawn, and late as told below. An event takes 2 to 512 players."
        ),
    ),
    "entry_removed": (
        gettext_lazy("Remove an entry"),
        gettext_lazy("As long as the player is in no draw. Who is in one is withdrawn instead."),
    ),
    "seeded": (
        gettext_lazy("Seed"),
        gettext_lazy(
            "Until something is drawn. Who has no seed comes after those who have, in the order of entry."
        ),
    ),
    "checked_in": (
        gettext_lazy("Check in"),
        gettext_lazy(
            "Where the plan asks for it, who has not checked in when the first stage is drawn is not in it."
        ),
    ),
    "check_in_undone": (
        gettext_lazy("Take a check-in back"),
        gettext_lazy("As long as the player is in no draw."),
    ),
    "withdrawn": (
        gettext_lazy("Withdraw"),
        gettext_lazy(
            "From any round that is not over. In a Swiss he is not paired any more; in a round robin or a bracket he"
            " keeps his place, and his adversaries win by walkover."
        ),
    ),
    "returned": (
        gettext_lazy("Let somebody return"),
        gettext_lazy("To a round that is not over; in a Swiss to one that was not paired without him."),
    ),
    "bye_requested": (
        gettext_lazy("Note a bye that is asked for"),
        gettext_lazy("In a Swiss, for a round that is not drawn, and for half of the rounds at most."),
    ),
    "bye_request_undone": (
        gettext_lazy("Take a request for a bye back"),
        gettext_lazy("Until that round is drawn."),
    ),
    "forbidden": (
        gettext_lazy("Keep two apart"),
        gettext_lazy(
            "Pairs that a Swiss draw avoids as far as it can, from the next draw on, and a bracket in its first round."
            " If they meet in it later, a warning says so; in a round robin everybody meets."
        ),
    ),
    "drawn": (
        gettext_lazy("Draw"),
        gettext_lazy(
            "A stage when the one before is complete; the next round of a Swiss when the last one is released. Results"
            " may still be missing: they count nothing yet, and the page says how many there are. A draw is a draft"
            " first."
        ),
    ),
    "draw_changed": (
        gettext_lazy("Change a draw by hand"),
        gettext_lazy(
            "With a reason where it changes who meets whom, or what is released. What has a result or is being"
            " played stays as it is, and nobody falls out of the round."
        ),
    ),
    "draw_discarded": (
        gettext_lazy("Discard a draw"),
        gettext_lazy(
            "The last rounds of a Swiss, or the whole of a stage, later stages first; with a reason where it was"
            " released or begun. Rubbers that were played stay on record, outside the draw."
        ),
    ),
    "released": (
        gettext_lazy("Release"),
        gettext_lazy(
            "From here on everybody sees the pairings, and byes and walkovers count. Rounds in their order."
        ),
    ),
    "awarded": (
        gettext_lazy("Award a rubber"),
        gettext_lazy(
            "Once both are known and the round is released: to one of the two, or to nobody. It goes before a"
            " rubber that was played, and then asks for a reason. It is given to these two, and holds no more where a"
            " correction brings others there."
        ),
    ),
    "award_undone": (
        gettext_lazy("Take an award back"),
        gettext_lazy("Then a rubber that was played counts again."),
    ),
    "kept": (
        gettext_lazy("Keep a pairing as it was played"),
        gettext_lazy("In a bracket, where a correction would have others meet there. Its result stands."),
    ),
    "keep_undone": (
        gettext_lazy("Keep a pairing no more"),
        gettext_lazy("Then those meet whom the results bring there."),
    ),
    "completed": (
        gettext_lazy("Complete the event"),
        gettext_lazy(
            "When every stage is. To do anything more it is reopened; a result may still be corrected."
        ),
    ),
    "reopened": (
        gettext_lazy("Reopen it"),
        gettext_lazy("To go on, or to put something right."),
    ),
    "undone": (
        gettext_lazy("Undo"),
        gettext_lazy(
            "The last thing that was done, then the one before it, and so on. Not a draw whose pairings were played or"
            " awarded since: discard that instead."
        ),
    ),
}
STEPS: Final[tuple[tuple[str | Promise, tuple[FactKind, ...]], ...]] = (
    (
        gettext_lazy("Before the draw"),
        ("planned", "entered", "entry_removed", "seeded", "checked_in", "check_in_undone"),
    ),
    (gettext_lazy("The draw"), ("forbidden", "drawn", "draw_changed", "draw_discarded", "released")),
    (
        gettext_lazy("While it is played"),
        ("withdrawn", "returned", "bye_requested", "bye_request_undone", "awarded", "award_undone"),
    ),
    (gettext_lazy("When something was wrong"), ("kept", "keep_undone", "undone")),
    (gettext_lazy("At the end"), ("completed", "reopened")),
)
"""Every act, in the order in which an event comes to it."""


@dataclass(frozen=True, slots=True)
class Act:
    """``kind`` is how the log calls it, without ``event.``."""

    kind: FactKind
    name: str | Promise
    rule: str | Promise


@dataclass(frozen=True, slots=True)
class Step:
    title: str | Promise
    acts: tuple[Act, ...]


def steps() -> list[Step]:
    return [Step(title, _acts(kinds)) for title, kinds in STEPS]


def _acts(kinds: Sequence[FactKind]) -> tuple[Act, ...]:
    return tuple(Act(kind, *ACTS[kind]) for kind in kinds)


def requested_byes() -> list[tuple[RequestedBye, str]]:
    """What a bye that was asked for may give."""
    kinds: tuple[RequestedBye, ...] = ("nothing", "half", "full")
    return [(kind, str(REQUESTED_BYES[kind])) for kind in kinds]
