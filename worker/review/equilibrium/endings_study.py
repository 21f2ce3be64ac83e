"""Measure every game of the last three tricks, and sum the search's losses up by how the deal came to be played.

Measuring takes about an hour on one core. Finished games are appended to a file of the folder of work, and an
interrupted run goes on from there, the most frequent games first. Whatever is finished may be written to the data
file.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from worker.review.chances import checksum_of
from worker.review.data_files import read_json
from worker.review.equilibrium import endings_replies
from worker.review.equilibrium.endings import Ending
from worker.review.equilibrium.endings_catalogue import King, Place, catalogue
from worker.review.equilibrium.endings_measure import KINDS, Kind, Losses, Measured, measure
from worker.review.equilibrium.endings_replies import WrongReply
from worker.review.equilibrium.endings_response import ITERATIONS

DATA: Final = "endings.json"
VERSION: Final = 1
DIGITS: Final = 6
CHECKED: Final = 6
"""The number of games that ``check`` measures again, the most frequent ones."""
TOLERANCE: Final = 2e-5
_WORK: Final = "endings.jsonl"

Way = Literal["stood", "refused", "exchanged"]
"""The way to the play of the deal: the point counts two against the elder, against the dealer, or against nobody."""
WAYS: Final[tuple[Way, ...]] = ("stood", "refused", "exchanged")


class Name(NamedTuple):
    """The name of a game: its ending, and what its tricks are worth."""

    ending: Ending
    kind: Kind


class Done(NamedTuple):
    """A measured game, and the replies at which the search is wrong."""

    measured: Measured
    wrong: list[WrongReply]


class Summary(NamedTuple):
    """The search against the equilibrium over all endings, each as often as deals and lawful plays lead to it.

    - ``covered``: the share of deals and plays whose game is measured; the other figures are of these.
    - ``gap``: what best responses gain against the solved plans, both players together: the bracket of all values.
    - ``leads``, ``replies``: the search's losses at the third trick.
    - ``mended``: the losses of replies, with those of the table in place of the search's.
    - ``elder_gains``, ``dealer_gains``: what a best response by each gains against the search, in marks a deal.
    - ``lead_gain``, ``mended_gain``: what a best response by the leader gains over the equilibrium against the search's
      replies, and against the mended ones.
    """

    covered: float
    gap: float
    leads: Losses
    replies: Losses
    elder_gains: float
    dealer_gains: float
    mended: Losses
    lead_gain: float
    mended_gain: float


def kind_of(place: Place, way: Way) -> Kind:
    """Return what the tricks are worth in an ending, apart from the scale."""
    if place.won == 1:
        return "even"
    if way == "exchanged":
        return "none"
    return "leader" if place.elder_leads == (way == "stood") else "follower"


def scale_of(place: Place, way: Way) -> float:
    """Return the factor for the marks of an even game: the mean of what the point counts for either player."""
    return 1.5 if place.won == 1 and way != "exchanged" else 1.0


@cache
def games(king: King = "announced") -> dict[Name, int]:
    """Return every game with the number of deals and plays that lead to it, the most frequent first."""
    count: Counter[Name] = Counter()
    for place, occurrence in catalogue(king).items():
        for way in WAYS:
            count[Name(place.ending, kind_of(place, way))] += occurrence.plays
    return dict(count.most_common())


def study(folder: Path, seconds: float = float("inf"), iterations: int = ITERATIONS) -> dict[Name, Done]:
    """Measure games until all are finished or the time is over, and return what is finished."""
    folder.mkdir(parents=True, exist_ok=True)
    done = dict(_read_work(folder))
    everything = games()
    total, covered = sum(everything.values()), sum(everything[name] for name in done)
    started = time.monotonic()
    for name, plays in everything.items():
        if name in done:
            continue
        if time.monotonic() - started > seconds:
            break
        measured, wrong = measure(*name, iterations)
        row = _row_of(name, measured)
        with (folder / _WORK).open("a", encoding="utf-8") as stream:
            stream.write(json.dumps({"row": row, "wrong": wrong}) + "\n")
        done[name] = Done(_from_row(row)[1], wrong)
        covered += plays
        print(
            f"{len(done)} of {len(everything)} games, {covered / total:.4f} of plays",
            file=sys.stderr,
            flush=True,
        )
    return done


def _read_work(folder: Path) -> Iterator[tuple[Name, Done]]:
    path = folder / _WORK
    if path.exists():
        for line in path.read_text("utf-8").splitlines():
            stored = json.loads(line)
            name, measured = _from_row(stored["row"])
            wrong = [WrongReply(lead, tuple(hand), tuple(chances)) for lead, hand, chances in stored["wrong"]]
            yield name, Done(measured, wrong)


def _row_of(name: Name, measured: Measured) -> list[Any]:
    figures = [measured.value, *measured.gains, measured.search, *measured.search_gains]
    figures += [*measured.leads, *measured.replies, *measured.mended, measured.mended_gain]
    return [*name.ending, KINDS.index(name.kind), *(round(each, DIGITS) for each in figures)]


def _from_row(row: list[Any]) -> tuple[Name, Measured]:
    leader, follower, leader_certain, follower_certain, kind, *figures = row
    value, by_leading, by_replying, search, against_follower, against_leader, *losses = figures
    measured = Measured(
        value,
        (by_leading, by_replying),
        search,
        (against_follower, against_leader),
        Losses(*losses[:4]),
        Losses(*losses[4:8]),
        Losses(*losses[8:12]),
        losses[12],
    )
    return Name(Ending(leader, follower, leader_certain, follower_certain), KINDS[kind]), measured


def summarise(measured: dict[Name, Measured], way: Way, king: King = "announced") -> Summary:
    """Return the summary of all measured games for deals that were played in one way."""
    total = 0
    # The number of plays that lead to each game, its scale, what was measured, and whether the elder hand leads.
    games: list[tuple[float, float, Measured, bool]] = []
    for place, count in catalogue(king).items():
        total += count.plays
        game = measured.get(Name(place.ending, kind_of(place, way)))
        if game is not None:
            games.append((count.plays, scale_of(place, way), game, place.elder_leads))
    covered = sum(plays for plays, *_ in games)

    def mean(figure: Callable[[Measured, bool], float]) -> float:
        return sum(plays * scale * figure(game, leads) for plays, scale, game, leads in games) / covered

    return Summary(
        covered=covered / total,
        gap=mean(lambda game, _: sum(game.gains)),
        leads=_mean_of([(plays, scale, game.leads) for plays, scale, game, _ in games]),
        replies=_mean_of([(plays, scale, game.replies) for plays, scale, game, _ in games]),
        elder_gains=mean(lambda game, leads: game.search_gains[0 if leads else 1]),
        dealer_gains=mean(lambda game, leads: game.search_gains[1 if leads else 0]),
        mended=_mean_of([(plays, scale, game.mended) for plays, scale, game, _ in games]),
        lead_gain=mean(lambda game, _: game.search_gains[0] + game.search - game.value),
        mended_gain=mean(lambda game, _: game.mended_gain),
    )


def _mean_of(rows: list[tuple[float, float, Losses]]) -> Losses:
    """Return the mean of losses, each with the number of its plays and the scale of its marks."""
    plays = sum(plays for plays, _, _ in rows)
    choices = sum(plays * losses.choices for plays, _, losses in rows)
    if not choices:
        return Losses(0.0, 0.0, 0.0, 0.0)
    return Losses(
        mean=sum(plays * losses.choices * scale * losses.mean for plays, scale, losses in rows) / choices,
        worst=max(scale * losses.worst for _, scale, losses in rows),
        bad=sum(plays * losses.choices * losses.bad for plays, _, losses in rows) / choices,
        choices=choices / plays,
    )


def contents(measured: dict[Name, Measured], iterations: int = ITERATIONS) -> dict[str, Any]:
    """Return the contents of the data file: the summaries, and one row for each measured game."""
    rows = [_row_of(name, measured[name]) for name in games() if name in measured]
    return {
        "version": VERSION,
        "checksum": checksum_of(rows),
        "assumptions": {
            "hands": "all that fit are equally likely",
            "king": "announced always",
            "before": "every lawful play of two tricks of every deal counts the same",
            "iterations": iterations,
            "games": len(games()),
        },
        "summaries": [[way, *_flat(summarise(measured, way))] for way in WAYS],
        "rows": rows,
    }


def _flat(summary: Summary) -> list[float]:
    parts = [each if isinstance(each, tuple) else (each,) for each in summary]
    return [round(figure, DIGITS) for part in parts for figure in part]


@cache
def stored() -> dict[str, Any]:
    """Return the data file that is shipped with the package."""
    return read_json(DATA)


def stored_games() -> dict[Name, Measured]:
    """Return every game of the data file."""
    return dict(_from_row(row) for row in stored()["rows"])


def bracket_lines(measured: dict[Name, Measured]) -> Iterable[str]:
    """Return a line for each way of playing, with the bracket of the values and what the search loses."""
    for way in WAYS:
        each = summarise(measured, way)
        yield (
            f"last three tricks, {way}: {each.covered:.1%} of plays, bracket {each.gap:.6f} marks;"
            f" the search loses {each.leads.mean:.6f} a lead, {each.replies.mean:.6f} a reply;"
            f" with the table of replies {each.mended.mean:.6f};"
            f" exploited by {each.elder_gains:.6f} by the elder, {each.dealer_gains:.6f} by the dealer"
        )


def table_of_replies(done: dict[Name, Done]) -> dict[Ending, list[WrongReply]]:
    """Return the table of replies, of all even games at which the search is wrong somewhere."""
    return {name.ending: done[name].wrong for name in games() if name in done and done[name].wrong}


def check(number: int = CHECKED) -> bool:
    """Measure the most frequent games again, and return whether they and the checksums agree with the stored data."""
    data, measured = stored(), stored_games()
    replies = endings_replies.unpack(endings_replies.stored())
    agrees: bool = data["checksum"] == checksum_of(data["rows"])
    for name in list(measured)[:number]:
        again, wrong = measure(*name, data["assumptions"]["iterations"])
        before = _row_of(name, measured[name])
        differences = [
            abs(one - other) for one, other in zip(_row_of(name, again)[5:], before[5:], strict=True)
        ]
        agrees = agrees and max(differences) <= TOLERANCE
        if name.kind == "even":
            agrees = agrees and _are_alike(wrong, replies.get(name.ending, []))
    return agrees


def _are_alike(some: list[WrongReply], others: list[WrongReply]) -> bool:
    """Return whether two lists of replies differ only as rounding may make them differ.

    The chances may differ by one unit, and one reply in a hundred may be in one list alone.
    """
    one, other = ({(row.lead, row.hand): row.chances for row in rows} for rows in (some, others))
    both = one.keys() & other.keys()
    apart = max((abs(a - b) for key in both for a, b in zip(one[key], other[key], strict=True)), default=0)
    return apart <= 1 and len(one.keys() ^ other.keys()) <= len(both) // 100
