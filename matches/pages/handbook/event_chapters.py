"""The handbook's chapters on events: the formats, and every command of a director.

The example seedings and the numbers of Swiss rounds are computed by the functions that draw events. The
commands are the kinds of facts in an event's log; ``matches.rules.events.lifecycle`` decides when each is
allowed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from matches.common.round_names import KINDS, round_words
from matches.events.words import REQUESTED_BYES
from matches.pages.events.bracket_drawing import Drawing, bracket_drawings
from matches.pages.events.bracket_tree import BracketPairing
from matches.rules.events.bracket import bracket
from matches.rules.events.facts import FactKind
from matches.rules.events.plan import SEEDINGS, STAGE_KINDS, Seeding, StageKind, StagePlan
from matches.rules.events.seeding import Lots, positions
from matches.rules.events.swiss import uses_berger

FORMATS: Final[dict[StageKind, tuple[str | Promise, str | Promise]]] = {
    "round_robin": (
        _("Few players and plenty of time. The fairest format, and nobody goes home early."),
        _(
            "Everyone plays everyone once or more, in one group or several, by the Berger tables. All rounds "
            "are drawn at once."
        ),
    ),
    "league": (
        _("A season, with rubbers played when it suits both players."),
        _("A round robin with a last day for each round. Results come in in any order."),
    ),
    "swiss": (
        _(
            "Many players and few rounds. Everyone plays to the end, more and more against players of their "
            "own strength."
        ),
        _(
            "Each round pairs players with similar scores, and is drawn when the last one is released. If you "
            "leave the number of rounds open, it is what finds one winner: 3 for eight players, 4 for "
            "sixteen."
        ),
    ),
    "knockout": (
        _("A cup, a short evening, a final that people come to see."),
        _(
            "One loss and you are out. If the club wishes, the losing semi-finalists play for third place, "
            "and the losers of the first round play a consolation."
        ),
    ),
    "double_elimination": (
        _("A cup that one bad rubber does not end."),
        _(
            "After one loss you go to the losers’ bracket, after two you are out. If a player with one loss "
            "wins the final, it is played again, unless the club decides otherwise."
        ),
    ),
}
"""For each format: the occasions that it suits, and how it is played."""
SEEDING_WORDS: Final[dict[Seeding, tuple[str | Promise, str | Promise]]] = {
    "fold": (
        _("Folded"),
        _("First against last, with the best two kept apart until the final."),
    ),
    "split": (_("Halves"), _("The top half against the bottom half, in order.")),
    "adjacent": (_("Neighbours"), _("Each against the next: close rubbers from the start.")),
    "lot": (
        _("By lot"),
        _("No seeds. The draw follows from a text, the random seed: the same text gives the same draw."),
    ),
}
SEEDED: Final = 8
"""The number of players in the example of each kind of seeding."""
WITH_BYES: Final = 6
SWISS_FIELDS: Final = (6, 8, 10, 12, 14, 16, 24, 32)
"""The fields in the list of the most Swiss rounds. An odd number of players has as many as the next even one."""


def events_context() -> dict[str, Any]:
    """Return the template values of the chapter on formats. The example of seeding "by lot" is one possible draw."""
    return {
        "formats": [(kind, capfirst(str(KINDS[kind])), *FORMATS[kind]) for kind in STAGE_KINDS],
        "seedings": [
            (seeding, *SEEDING_WORDS[seeding], _first_pairs(SEEDED, seeding)) for seeding in SEEDINGS
        ],
        "drawing": folded_drawing(),
        "free_seeds": sorted(a for a, b in _first_pairs(WITH_BYES, "fold") if a is not None and b is None),
        "most_rounds": most_swiss_rounds().items(),
    }


def _first_pairs(entrants: int, seeding: Seeding) -> list[tuple[str | None, str | None]]:
    numbers = {str(number): number for number in range(1, entrants + 1)}
    placed = positions(list(numbers), seeding, Lots("handbook", numbers))
    return list(zip(placed[::2], placed[1::2], strict=True))


def folded_drawing() -> Drawing:
    """Return the drawing of a knockout of eight players in which the better seed always wins."""
    plan = StagePlan(kind="knockout")
    shape = bracket(plan, SEEDED, SEEDED)
    placed = [int(player) for pair in _first_pairs(SEEDED, "fold") for player in pair if player]
    reached: dict[str, int] = {f"seed {place}": seed for place, seed in enumerate(placed, start=1)}
    drawn = []
    for node in shape.nodes:
        seeds = reached[str(node.a)], reached[str(node.b)]
        reached[f"winner {node.round} {node.number}"] = min(seeds)
        names = tuple(_("Seed %(number)s") % {"number": seed} for seed in seeds)
        label = round_words(shape.labels[node.round - 1])
        drawn.append(
            BracketPairing(
                part=node.part,
                round=node.round,
                number=node.number,
                label=label,
                names=(names[0], names[1]),
                winner="A" if seeds[0] < seeds[1] else "B",
                sources=(str(node.a), str(node.b)),
                title=_("%(round)s: %(a)s, %(b)s") % {"round": label, "a": names[0], "b": names[1]},
            )
        )
    [drawing] = bracket_drawings(drawn)
    return drawing


def most_swiss_rounds() -> Mapping[int, int]:
    """Return by number of players the most Swiss rounds that are paired by score, not by Berger tables."""
    return {
        players: max(rounds for rounds in range(1, players) if not uses_berger(players, rounds))
        for players in SWISS_FIELDS
    }


Command = tuple[str | Promise, str | Promise]
"""A director's command: its name, and a text on when and how it is used."""
ACTS: Final[dict[FactKind, Command]] = {
    "planned": (
        _("Plan"),
        _(
            "Stages, score, tie-breaks, rules of the rubber. All can change until a stage is drawn. After "
            "that, whatever no draw depends on: names, score and tie-breaks at any time, the number of Swiss "
            "rounds down to those drawn, how many go on until the next stage is drawn. The rules of the "
            "rubber stay once one is played."
        ),
    ),
    "entered": (
        _("Add players"),
        _("Until the first stage is drawn; for later, see Late entries. An event takes 2 to 512 players."),
    ),
    "entry_removed": (
        _("Remove an entry"),
        _("As long as the player is in no draw. After that, withdraw them."),
    ),
    "seeded": (
        _("Seed"),
        _("Until something is drawn. Players without a seed come last, in the order of entry."),
    ),
    "checked_in": (
        _("Check in"),
        _("If the plan asks for it: players who have not checked in are left out of the first draw."),
    ),
    "check_in_undone": (_("Undo a check-in"), _("As long as the player is in no draw.")),
    "withdrawn": (
        _("Withdraw"),
        _(
            "From any round that is not over. A Swiss no longer pairs them. In a round robin or a bracket "
            "they keep their place, and their opponents win by walkover."
        ),
    ),
    "returned": (
        _("Let a player return"),
        _("For a round that is not over; in a Swiss, one that was not paired without them."),
    ),
    "bye_requested": (
        _("Note a requested bye"),
        _("In a Swiss, before the round is drawn, and for at most half of the rounds."),
    ),
    "bye_request_undone": (_("Cancel a requested bye"), _("Until that round is drawn.")),
    "forbidden": (
        _("Keep two players apart"),
        _(
            "A Swiss avoids the pair as far as it can, from the next draw on; a bracket does in its first "
            "round. If they meet later, a warning says so. In a round robin everyone meets."
        ),
    ),
    "drawn": (
        _("Draw"),
        _(
            "A stage when the one before is complete; the next Swiss round when the last one is released. "
            "Results may still be missing: they do not count yet, and the page says how many. Only the "
            "director sees a new draw."
        ),
    ),
    "draw_changed": (
        _("Change a draw by hand"),
        _(
            "Give a reason if the change affects who meets whom, or a released round. Pairings with a result "
            "or being played stay, and nobody drops out of the round."
        ),
    ),
    "draw_discarded": (
        _("Discard a draw"),
        _(
            "The last Swiss rounds, or a whole stage, later stages first. Give a reason if it was released "
            "or begun. Rubbers already played stay on record, outside the draw."
        ),
    ),
    "released": (
        _("Release"),
        _("Now everyone sees the pairings, and byes and walkovers count. Release rounds in order."),
    ),
    "awarded": (
        _("Award a rubber"),
        _(
            "To either player or to nobody, once both are known and the round is released. An award comes "
            "before a rubber that was played, and then needs a reason. It ends if a correction brings other "
            "players here."
        ),
    ),
    "award_undone": (_("Undo an award"), _("A rubber that was played counts again.")),
    "kept": (
        _("Keep a pairing as played"),
        _("In a bracket, if a correction would bring other players here. The result stays."),
    ),
    "keep_undone": (_("Stop keeping a pairing"), _("The pairing then follows the results again.")),
    "completed": (
        _("Complete the event"),
        _(
            "When every stage is complete. To change anything later, reopen it; results can still be "
            "corrected."
        ),
    ),
    "reopened": (_("Reopen the event"), _("To go on, or to correct something.")),
    "undone": (
        _("Undo"),
        _(
            "The last step, then the one before it, and so on. A draw that has been played or awarded since "
            "can’t be undone: discard it instead."
        ),
    ),
}
STEPS: Final[tuple[tuple[str | Promise, tuple[FactKind, ...]], ...]] = (
    (
        _("Before the draw"),
        ("planned", "entered", "entry_removed", "seeded", "checked_in", "check_in_undone"),
    ),
    (_("The draw"), ("forbidden", "drawn", "draw_changed", "draw_discarded", "released")),
    (
        _("During play"),
        ("withdrawn", "returned", "bye_requested", "bye_request_undone", "awarded", "award_undone"),
    ),
    (_("If something was wrong"), ("kept", "keep_undone", "undone")),
    (_("At the end"), ("completed", "reopened")),
)
"""The kinds of commands, grouped under titles in the order in which an event reaches them."""


def draws_context() -> dict[str, Any]:
    """Return the template values of the chapter on running an event."""
    steps = [(title, [(kind, *ACTS[kind]) for kind in kinds]) for title, kinds in STEPS]
    return {"steps": steps, "requested_byes": list(REQUESTED_BYES.items())}
