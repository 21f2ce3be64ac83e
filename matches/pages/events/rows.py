"""The rows of an event's public tables: pairings with their players and result, and standings with their reasons."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.events.round_rows import games_of, is_by_games, is_turned
from matches.events.sentences import ahead_of_next, ahead_words, because_words, standing_reason, why_words
from matches.events.words import SEEDING_NAMES, Names, figure_text, halves_text
from matches.models import Entrant, Pairing, Player, Rubber, Standing
from matches.pads.queries import Points, points_now
from matches.pages.common.results import (
    TERMINATIONS,
    LiveScore,
    live_score,
    player_name,
    score_text,
    state_of,
)
from matches.rules.events.plan import StagePlan

DECIDED: Final[dict[str, str | Promise]] = {
    Pairing.DecidedBy.AWARD: gettext_lazy("awarded"),
    Pairing.DecidedBy.WITHDRAWAL: gettext_lazy("walkover: the other side has withdrawn"),
}
BYES: Final[dict[str, str | Promise]] = {
    Pairing.Kind.BYE: gettext_lazy("bye"),
    Pairing.Kind.REQUESTED_BYE: gettext_lazy("requested bye"),
}
SHORT_STATES: Final[dict[str, tuple[str | Promise, str]]] = {
    Rubber.State.REPORTED: (gettext_lazy("to confirm"), "warn"),
    Rubber.State.DISPUTED: (gettext_lazy("disputed"), "bad"),
}
NOBODY_CAME: Final = gettext_lazy("double walkover")


@dataclass(frozen=True, slots=True)
class Seat:
    """One side of a pairing. Without a ``player``, ``source`` says from which pairing one will come."""

    player: Player | None
    source: str
    has_won: bool

    @property
    def name(self) -> str:
        return self.source if self.player is None else player_name(self.player)


@dataclass(frozen=True, slots=True)
class PairingRow:
    """A pairing as a table row. Its players and rubber are loaded.

    ``table`` is "" for a pairing that waits for a table.
    ``a`` deals first; ``b`` is None for a bye. ``names`` are players' names by public id. ``points`` are the
    points in current games, keyed by the rubber's primary key.
    """

    pairing: Pairing
    table: str
    a: Seat
    b: Seat | None
    names: Names
    points: Mapping[int, Points]

    @property
    def url(self) -> str:
        """The URL of the pairing's rubber, or "" if the pairing has no rubber."""
        rubber = self.pairing.rubber
        return "" if rubber is None else reverse("web:rubber", args=[rubber.public_id])

    @property
    def score(self) -> str:
        """The games won, as "2–1"; signs if the rubber did not decide; "" without a rubber."""
        if self.pairing.rubber is None:
            return ""
        if is_by_games(self.pairing, self.pairing.rubber):
            return score_text(*games_of(self.pairing, self.pairing.rubber))
        return " ".join(signs_of(self.pairing))

    @property
    def is_certain(self) -> bool:
        """Whether a rubber has decided the pairing and nobody may still confirm or dispute it."""
        settled = (Rubber.State.CONFIRMED, Rubber.State.CORRECTED)
        return self.pairing.rubber is not None and self.pairing.rubber.state in settled

    @property
    def is_live(self) -> bool:
        return self.pairing.rubber is not None and self.pairing.rubber.state == Rubber.State.LIVE

    @property
    def outcome(self) -> str:
        return outcome_words(self.pairing)

    @property
    def state(self) -> tuple[str | Promise, str]:
        """The word for the state of the record and its CSS class, both "" for a confirmed record."""
        if self.pairing.rubber is None:
            return "", ""
        return SHORT_STATES.get(self.pairing.rubber.state) or state_of(self.pairing.rubber)

    @property
    def why(self) -> str:
        """A sentence on why the two players are paired."""
        return why_words(tuple(self.pairing.why), self.names)

    @property
    def live(self) -> LiveScore | None:
        """The values by which a script updates the score; None unless the rubber's games are the result."""
        rubber = self.pairing.rubber
        if rubber is None or not is_by_games(self.pairing, rubber):
            return None
        return live_score(rubber, self.points, is_turned=is_turned(self.pairing, rubber))


def table_of(pairing: Pairing, *, is_bracket: bool) -> str:
    """Return the pairing's table; in a bracket, whose draw assigns none, its number in the round."""
    return pairing.table or (str(pairing.number) if is_bracket else "")


def pairing_rows(
    pairings: Iterable[Pairing], rounds: Mapping[int, str], *, is_bracket: bool
) -> list[PairingRow]:
    """Return pairings, with players and rubbers loaded, as table rows. ``rounds`` are the rounds' names."""
    rows = list(pairings)
    names = {
        entrant.player.public_id: player_name(entrant.player)
        for pairing in rows
        for entrant in (pairing.entrant_a, pairing.entrant_b)
        if entrant is not None
    }
    rubbers = [pairing.rubber for pairing in rows if pairing.rubber is not None]
    points = points_now([rubber.pk for rubber in rubbers if rubber.state == Rubber.State.LIVE])
    return [
        PairingRow(
            pairing,
            table_of(pairing, is_bracket=is_bracket),
            _seat(pairing.entrant_a, pairing.source_a, rounds, has_won=pairing.winner == "A"),
            None
            if pairing.kind != Pairing.Kind.RUBBER
            else _seat(pairing.entrant_b, pairing.source_b, rounds, has_won=pairing.winner == "B"),
            names,
            points,
        )
        for pairing in rows
    ]


NOBODY_HAS_SCORED: Final = ["swiss_level", 0]


def pairing_reasons(rows: Sequence[PairingRow], plan: StagePlan) -> list[tuple[str, str]]:
    """Return the pairings, "" for all together, each with the reason why they meet, if there is one.

    The first round of a Swiss stage goes by seed, which is said once.
    """
    first = [row for row in rows if row.pairing.why == NOBODY_HAS_SCORED]
    reasons = (
        [("", _("Nobody has a score yet. %(how)s.") % {"how": capfirst(str(SEEDING_NAMES[plan.seeding]))})]
        if first
        else []
    )
    for row in rows:
        if row not in first and row.why:
            reasons.append((" – ".join(seat.name for seat in (row.a, row.b) if seat is not None), row.why))
    return reasons


def _seat(entrant: Entrant | None, source: str, rounds: Mapping[int, str], *, has_won: bool) -> Seat:
    if entrant is None:
        return Seat(None, source_words(source, rounds), has_won=False)
    return Seat(entrant.player, "", has_won=has_won)


def signs_of(pairing: Pairing) -> tuple[str, str]:
    """Return the signs for A and B that stand for games: "+" for the winner, "−" otherwise."""
    return "+" if pairing.winner == "A" else "−", "+" if pairing.winner == "B" else "−"


def outcome_words(pairing: Pairing) -> str:
    """Return words for how the pairing was decided; empty if the score says everything."""
    if pairing.kind != Pairing.Kind.RUBBER:
        return str(BYES[pairing.kind])
    if pairing.decided_by == Pairing.DecidedBy.BYE:
        return str(BYES[Pairing.Kind.BYE])
    if pairing.decided_by in DECIDED:
        return str(DECIDED[pairing.decided_by] if pairing.winner else NOBODY_CAME)
    if pairing.rubber is not None:
        return str(TERMINATIONS[pairing.rubber.termination])
    return ""


def source_words(source: str, rounds: Mapping[int, str]) -> str:
    """Return the origin of an unknown player of a bracket in words: "Winner of Semi-final, 2".

    ``source`` is a text such as ``winner 3 2``, with the number of a round and of a pairing in the round.
    ``rounds`` are the names of rounds by round number.
    """
    kind, _blank, place = source.partition(" ")
    if kind not in ("winner", "loser"):
        return _("Not known yet")
    round_number, _blank, number = place.partition(" ")
    place_words = {"round": rounds.get(int(round_number), round_number), "number": number}
    if kind == "winner":
        return _("Winner of %(round)s, %(number)s") % place_words
    return _("Loser of %(round)s, %(number)s") % place_words


@dataclass(frozen=True, slots=True)
class Progress:
    """The state of a stage, for its table.

    ``is_ranked`` is False until a rubber has a result. ``score`` is what the table counts, "" in a bracket.
    ``earlier`` has players' ranks before the latest round, by primary key; ``playing`` are the primary keys
    of entrants who sit at a table now. ``is_open`` stands for the table of an event without a plan.
    """

    is_ranked: bool = True
    is_open: bool = False
    score: str = ""
    earlier: Mapping[int, int] = field(default_factory=dict)
    playing: Collection[int] = ()


@dataclass(frozen=True, slots=True)
class TableLine:
    """A row of a table; ``below`` is the name of the player in the next, "" if there is none on the page."""

    standing: Standing
    below: str
    progress: Progress

    @property
    def reason(self) -> str:
        """A sentence on why the row is above the next, or "" if none is stored, as for the last row."""
        row = self.standing
        if not row.reason or not self.progress.is_ranked:
            return ""
        if self.progress.is_open:
            if not self.below:
                return standing_reason(row.decided_by, row.reason)
            return ahead_of_next(row.decided_by, row.reason, self.below)
        because = tuple(json.loads(row.reason))
        return ahead_words(because, self.below, self.progress.score) if self.below else because_words(because)

    @property
    def move(self) -> int | None:
        """The ranks gained since the round before, negative if lost; None if that says nothing."""
        before = self.progress.earlier.get(self.standing.entrant.player_id)
        return None if before is None else before - self.standing.rank

    @property
    def is_playing(self) -> bool:
        return self.standing.entrant_id in self.progress.playing

    @property
    def score(self) -> str:
        return str(self.standing.won) if self.progress.is_open else halves_text(self.standing.halves)

    @property
    def tie_break(self) -> str:
        """The value of the first tie-break, or "" if there is none, or it is the lot."""
        if self.progress.is_open:
            difference = self.standing.points_for - self.standing.points_against
            return figure_text("points_difference", difference)
        return next(iter(figure_texts(self.standing)), "")


@dataclass(frozen=True, slots=True)
class StandingTable:
    """The table of a stage or of one of its groups. ``byes`` is what ``scoring_byes`` returned."""

    group: int
    rows: Sequence[Standing]
    byes: Mapping[int, int]
    progress: Progress = Progress()

    @property
    def lines(self) -> list[TableLine]:
        """The rows with the name of the next player in each, as far as it is on the page."""
        names = [player_name(row.entrant.player) for row in self.rows]
        return [
            TableLine(row, below, self.progress)
            for row, below in zip(self.rows, [*names[1:], ""], strict=True)
        ]

    @property
    def name(self) -> str:
        return group_name(self.group)

    @property
    def has_byes(self) -> bool:
        return any(row.entrant_id in self.byes for row in self.rows)


def group_name(group: int) -> str:
    return _("Group %(number)s") % {"number": group} if group else ""


def standing_tables(
    standings: Iterable[Standing], byes: Mapping[int, int], progress: Progress = Progress()
) -> list[StandingTable]:
    """Return a table for each group of rows, which must be sorted, with players and their clubs loaded."""
    groups = groupby(standings, key=lambda standing: standing.group)
    return [StandingTable(group, list(rows), byes, progress) for group, rows in groups]


def figure_texts(standing: Standing) -> tuple[str, ...]:
    """Return the tie-break values of a row as texts, without the lot: its number means nothing to readers."""
    figures = ((str(name), int(str(value))) for name, value in standing.figures[1:])
    return tuple(figure_text(name, value) for name, value in figures if name != "lot")
