"""What the page guide shows of planned events: pairings in each state, tables, crosstables, a bracket, slides.

The people are those of the sample event; what it has not, a withdrawal or a kept pairing, stands beside it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from matches.events.words.labels import figure_in_short, figure_words, round_words
from matches.events.words.sentences import because_words, why_words
from matches.models import Pairing, Rubber
from matches.pages.common.result_lines import STATES, TERMINATIONS, LiveScore, score_text
from matches.pages.events.public.bracket_drawing import Drawing, bracket_drawings
from matches.pages.events.public.bracket_tree import BracketPairing
from matches.pages.events.public.brackets import BoxShown
from matches.pages.events.public.crosstables import Cell, Crosstable, CrosstableShown, Meeting, Row
from matches.pages.events.public.overview import PlaceLine
from matches.pages.events.public.pairing_lines import (
    BYES,
    DECIDED,
    NOBODY_CAME,
    PairingLine,
    Seat,
    source_words,
)
from matches.pages.events.public.room import Slide
from matches.pages.events.public.round_links import RoundLink
from matches.pages.events.public.standing_lines import TableShown
from matches.pages.handbook.sample_event import PLAYERS, ROUNDS, RUBBERS, sample_table
from matches.pages.handbook.standings import example_table, standing_shown
from matches.pages.styleguide.samples import address

LONG_NAME: Final = "Wolfeschlegelsteinhausenbergerdorff"
SEMI_FINAL: Final = 1
FINAL: Final = 2


def pairing_lines() -> list[PairingLine]:
    """One in each state: to come, being played, decided in every way there is, waiting for its players."""
    here = address("events")
    came = Seat("Boiteau", here, is_known=True, has_won=True)
    other = Seat("Clay", here, is_known=True, has_won=False)
    plain = PairingLine(
        number=1,
        group=0,
        table="1",
        a=replace(came, has_won=False),
        b=other,
        score="",
        about="",
        state="",
        state_look="",
        url="",
        why=why_words(("swiss_level", 2), {}),
        is_kept=False,
        is_decided=False,
        live=None,
    )
    live, live_look = STATES[Rubber.State.LIVE]
    reported, reported_look = STATES[Rubber.State.REPORTED]
    corrected, corrected_look = STATES[Rubber.State.CORRECTED]
    played = replace(plain, a=came, score=score_text(2, 1), url=here, is_decided=True)
    unplayed = replace(plain, a=came, why="", is_decided=True)
    rounds = {SEMI_FINAL: round_words("Semi-final")}
    winner, loser, other_loser = (
        Seat(source_words(f"{source} {SEMI_FINAL} {number}", rounds), "", is_known=False, has_won=False)
        for source, number in (("winner", 2), ("loser", 1), ("loser", 2))
    )
    lines = [
        plain,
        replace(
            plain,
            b=replace(other, name=LONG_NAME),
            score=score_text(1, 0),
            url=here,
            state=live,
            state_look=live_look,
            live=LiveScore("", Rubber.State.LIVE, score_text(1, 0), score_text(3, 2)),
            why=why_words(("swiss_across", 4, 2), {}),
        ),
        played,
        replace(plain, score=score_text(2, 0), url=here, state=reported, state_look=reported_look),
        replace(played, state=corrected, state_look=corrected_look),
        replace(played, about=str(TERMINATIONS[Rubber.Termination.RETIRED]), why=""),
        replace(played, is_kept=True, why=why_words(("bracket_kept",), {})),
        replace(unplayed, about=str(DECIDED[Pairing.DecidedBy.AWARD])),
        replace(unplayed, about=str(DECIDED[Pairing.DecidedBy.WITHDRAWAL])),
        replace(unplayed, a=plain.a, about=str(NOBODY_CAME)),
        replace(
            unplayed,
            b=None,
            about=str(BYES[Pairing.Kind.BYE]),
            table="",
            why=why_words(("bye_lowest", 0), {}),
        ),
        replace(
            unplayed,
            b=None,
            about=str(BYES[Pairing.Kind.REQUESTED_BYE]),
            table="",
            why=why_words(("requested_bye",), {}),
        ),
        replace(plain, b=winner, table="", why=""),
        replace(plain, a=loser, b=other_loser, table="", why=""),
    ]
    return [replace(line, number=number) for number, line in enumerate(lines, start=1)]


def round_links() -> list[RoundLink]:
    """A round that is over, the one that is looked at, and one that waits for its players."""
    here = address("events")
    states = (_("all results are in"), _("2 results missing"), _("waiting for its players"))
    return [
        RoundLink(round_words(label), here, state, is_here=place == 1)
        for place, (label, state) in enumerate(
            zip(("Quarter-final", "Semi-final", "Final"), states, strict=True)
        )
    ]


def tables() -> list[TableShown]:
    """The sample event's, the first two going on; and one whose last two share the rank."""
    lines = example_table().lines
    through = tuple(
        replace(line, is_through=line.rank <= 2, url=address("events") if line.rank == 1 else "")
        for line in lines
    )
    level = because_words(("level",))
    shared = (
        replace(lines[0], rank=1),
        replace(lines[1], rank=2, name=LONG_NAME, why=level),
        replace(lines[1], rank=2, name="Boiteau", why=""),
    )
    return [TableShown(1, _("Group 1"), through), TableShown(2, _("Group 2"), shared)]


def bracket_table() -> TableShown:
    """Of a bracket: no score, and the round in which each went out."""
    line = example_table().lines[0]
    reasons = (
        because_words(("bracket_champion",)),
        because_words(("bracket_out", "Final", "Semi-final")),
        because_words(("bracket_level",)),
        "",
    )
    ranks = (1, 2, 3, 3)
    return TableShown(
        0,
        "",
        tuple(
            replace(line, rank=rank, name=name, why=why, url="")
            for rank, name, why in zip(ranks, PLAYERS, reasons, strict=False)
        ),
    )


def crosstable_by_round() -> CrosstableShown:
    columns = tuple((str(number), round_words(str(number))) for number in range(1, ROUNDS + 1))
    meetings = _meetings()
    return _crosstable(
        columns, {player: [(each[1],) for each in meetings[player]] for player in PLAYERS}, is_by_round=True
    )


def crosstable_against_all() -> CrosstableShown:
    """Who has not met stands empty, and nobody meets himself."""
    order = [line.player for line in sample_table().lines]
    columns = tuple((str(number), name) for number, name in enumerate(order, start=1))
    met = {player: dict(meetings) for player, meetings in _meetings().items()}
    cells: dict[str, list[tuple[Meeting, ...]]] = {
        player: [(met[player][other],) if other in met[player] else () for other in order] for player in order
    }
    return _crosstable(columns, cells, is_by_round=False)


def _crosstable(
    columns: tuple[tuple[str, str], ...],
    cells: dict[str, list[tuple[Meeting, ...]]],
    *,
    is_by_round: bool,
) -> CrosstableShown:
    lines = sample_table().lines
    rows = tuple(
        Row(
            standing_shown(line),
            tuple(
                Cell(each, is_self=not is_by_round and place == line.position)
                for place, each in enumerate(cells[line.player], start=1)
            ),
        )
        for line in lines
    )
    shown = [name for name, _value in lines[0].figures[1:] if name != "lot"]
    figures = tuple((figure_in_short(name), figure_words(name)) for name in shown)
    return CrosstableShown(is_by_round, figures, (Crosstable("", columns, rows),), None, None)


def _meetings() -> dict[str, list[tuple[str, Meeting]]]:
    """What each has played, round by round, with whom."""
    position = {line.player: line.position for line in sample_table().lines}
    found: defaultdict[str, list[tuple[str, Meeting]]] = defaultdict(list)
    for rubber in RUBBERS:
        sides = ((rubber.a, rubber.b, rubber.score), (rubber.b, rubber.a, rubber.score[::-1]))
        for own, other, (won, lost) in sides:
            meeting = Meeting(
                text=score_text(won, lost),
                look="won" if won > lost else "beaten",
                url=address("events"),
                adversary=position[other],
                deals_first=own == rubber.a,
            )
            found[own].append((other, meeting))
    return found


def bracket() -> tuple[Drawing, tuple[BoxShown, ...]]:
    """A knockout of four: one semi-final kept as it was played, the other and the final to come."""
    label = round_words("Semi-final")
    rounds = {SEMI_FINAL: label}
    pairings = (
        _drawn(SEMI_FINAL, 1, label, ("Boiteau", LONG_NAME), ("2", "1"), "A"),
        _drawn(SEMI_FINAL, 2, label, ("Clay", "Walker"), ("", ""), ""),
        _drawn(
            FINAL,
            1,
            round_words("Final"),
            ("Boiteau", source_words(f"winner {SEMI_FINAL} 2", rounds)),
            ("", ""),
            "",
        ),
    )
    [drawing] = bracket_drawings(pairings)
    first = (SEMI_FINAL, 1)
    return drawing, tuple(BoxShown(box, is_kept=box.pairing.place == first) for box in drawing.boxes)


def _drawn(
    round_number: int, number: int, label: str, names: tuple[str, str], scores: tuple[str, str], winner: str
) -> BracketPairing:
    sources = (f"winner {SEMI_FINAL} 1", f"winner {SEMI_FINAL} 2") if round_number == FINAL else ("", "")
    return BracketPairing(
        part="main",
        round=round_number,
        number=number,
        label=label,
        names=names,
        scores=scores,
        winner=winner,
        sources=sources,
        title=_("%(round)s: %(a)s, %(b)s") % {"round": label, "a": names[0], "b": names[1]},
        url=address("events") if winner else "",
    )


def slides() -> list[Slide]:
    """One of each kind that the screen for the room can show."""
    text: str | Promise = _("The draw will be shown here.")
    return [
        Slide(title=round_words("2"), about=_("2 results missing"), pairings=tuple(pairing_lines()[:12])),
        Slide(title=_("Standings"), standings=tables()[0].lines),
        Slide(title=_("Bracket"), drawing=bracket()[0]),
        Slide(title=_("Final places"), places=tuple(_places(PLAYERS))),
        Slide(title=_("Autumn Cup"), text=str(text)),
    ]


def _places(names: Iterable[str]) -> Iterable[PlaceLine]:
    return (PlaceLine(place, name, "") for place, name in enumerate(names, start=1))
