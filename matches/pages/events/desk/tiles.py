"""Prepare the tables of a round for the director: a tile for each pairing, the rail of rounds, and what to decide."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, cast

from django.db.models import Exists, OuterRef, Subquery, Value
from django.db.models.functions import Concat
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.common.log import RUBBER_DISPUTED
from matches.common.round_names import round_words
from matches.events.words import player_words
from matches.models import Deal, Depth, LogEntry, Rubber
from matches.pads.queries import Points, last_game, points_in
from matches.pages.common.results import LiveScore, live_score
from matches.pages.events.desk.context import Desk
from matches.pages.events.desk.desk_pairings import DeskPairing, desk_pairings
from matches.pages.events.desk.results_form import SCORE, how_choices, is_to_be_entered
from matches.rubbers.states import may_follow
from matches.rules.events.state import PairingState, RoundState, StageState

TILES_A_PAGE: Final = 32
MOST_STOPS: Final = 12
"""The largest number of rounds on the rail, those around the round that is shown."""
MOST_DECISIONS: Final = 20
NO_TABLE: Final = "–"
DECIDABLE: Final[dict[str, Promise]] = {
    Rubber.State.DISPUTED: gettext_lazy("disputed"),
    Rubber.State.DRAFT: gettext_lazy("decision needed"),
    Rubber.State.REPORTED: gettext_lazy("to confirm"),
}
"""The states about which a director decides, the most urgent first."""


@dataclass(frozen=True, slots=True)
class Score:
    """A possible result, such as 2–1, as a button of a tile.

    ``side`` is that of the winner, "a" or "b". ``url`` previews the correction to this result; "" if the result is
    still to be entered.
    """

    value: str
    text: str
    side: str
    is_stored: bool = False
    url: str = ""


@dataclass(frozen=True, slots=True)
class TableRows:
    """The rubbers of a round by public id, with what a tile shows of each."""

    rubbers: Mapping[str, Rubber]
    begun: frozenset[str]
    """The public ids of the rubbers that have deals."""
    points: Mapping[int, Points]
    disputes: Mapping[str, str]
    """The reason that the player gave for disputing a rubber, by the rubber's public id."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A pairing as the director's desk shows it, with the results that one touch stores."""

    row: DeskPairing
    rows: TableRows
    is_open: bool
    """Whether results are entered in the round now."""
    is_first: bool = False
    """Whether this is the first table of the page whose result is missing."""

    @property
    def pairing(self) -> PairingState:
        return self.row.pairing

    @property
    def table(self) -> str:
        return self.pairing.table or str(self.pairing.number)

    @property
    def rubber(self) -> Rubber | None:
        return self.rows.rubbers.get(self.pairing.rubber)

    @property
    def is_turned(self) -> bool:
        """Whether the record of the rubber names the two players in the other order."""
        return self.rubber is not None and self.rubber.player_a.public_id != self.pairing.a

    @property
    def may_enter(self) -> bool:
        return self.is_open and is_to_be_entered(without_unplayed(self.pairing, self.rows.begun))

    @property
    def is_disputed(self) -> bool:
        return self.pairing.rubber_state == Rubber.State.DISPUTED

    @property
    def look(self) -> str:
        state = self.pairing.rubber_state
        if self.may_enter:
            return "todo"
        if state in (Rubber.State.DISPUTED, Rubber.State.DRAFT):
            return "bad"
        if state == Rubber.State.LIVE:
            return "playing"
        return "done" if self.pairing.outcome or self.rubber else ""

    @property
    def games(self) -> tuple[str, str]:
        """The games won so far by each side, a sign after an award, or a dash."""
        outcome = self.pairing.outcome
        if outcome is not None and not outcome.is_played:
            return {"A": ("+", "−"), "B": ("−", "+"), None: ("−", "−")}[outcome.winner]
        if self.rubber is None or self.may_enter:
            return NO_TABLE, NO_TABLE
        won = (str(self.rubber.games_won_a), str(self.rubber.games_won_b))
        return won[::-1] if self.is_turned else won

    @property
    def winner(self) -> str:
        """The side that won by the result in store, "a" or "b", or ""."""
        if self.pairing.outcome is not None:
            return (self.pairing.outcome.winner or "").lower()
        if self.rubber is None or not self.rubber.winner:
            return ""
        return "a" if (self.rubber.winner == "A") != self.is_turned else "b"

    @property
    def status(self) -> str:
        """Return a word or two on what the table waits for; "" if its result is settled."""
        state = self.pairing.rubber_state
        if state in DECIDABLE:
            return str(DECIDABLE[state])
        if self.pairing.outcome is not None:
            return "" if self.pairing.outcome.is_played else self.row.how
        return _("not started") if self.pairing.is_ready else _("waits for its players")

    @property
    def said(self) -> str:
        return self.rows.disputes.get(self.pairing.rubber, "")

    @property
    def live(self) -> LiveScore | None:
        if self.rubber is None or self.look != "playing":
            return None
        return live_score(self.rubber, self.rows.points, is_turned=self.is_turned)

    @property
    def may_correct(self) -> bool:
        """Whether another result can be chosen on the tile, which is previewed before it is stored."""
        rubber = self.rubber
        return (
            rubber is not None
            and not self.may_enter
            and self.pairing.rubber_state != Rubber.State.LIVE
            and rubber.depth == Depth.RESULT
            and may_follow("rubber.corrected", rubber.state)
        )

    @property
    def has_sheet(self) -> bool:
        return self.may_enter or self.may_correct

    @property
    def scores(self) -> list[Score]:
        """The possible results by the rules of the event, in the order of the buttons."""
        if not self.has_sheet:
            return []
        pairs = [(value, text) for value, text in self._choices if SCORE.fullmatch(value)]
        return [self._score(value, str(text)) for value, text in pairs]

    @property
    def awards(self) -> list[tuple[str, str]]:
        """The other ways in which a rubber may end that need no reason: walkovers, and giving up."""
        return [(value, str(text)) for value, text in self._choices if value[:1] in ("w", "n", "r")]

    @property
    def _choices(self) -> list[tuple[str, Any]]:
        return how_choices(self.row.desk.plan.rules, (self.row.a, self.row.b))

    def _score(self, value: str, text: str) -> Score:
        first, second = value.split("-")
        side = "a" if int(first) > int(second) else "b"
        if self.may_enter:
            return Score(value, text, side)
        is_stored = self.games == (first, second)
        stored_order = f"{second}-{first}" if self.is_turned else value
        address = self.row.desk.url("event_correct", self.pairing.rubber)
        return Score(value, text, side, is_stored=is_stored, url=f"{address}?score={stored_order}")

    @property
    def url(self) -> str:
        """Return the URL of a live table's pad or of a stored result; "" for a tile without a rubber."""
        if self.rubber is not None:
            name = "web:pad" if self.rubber.state == Rubber.State.LIVE else "web:rubber"
            return reverse(name, args=[self.rubber.public_id])
        place = (self.row.stage, self.pairing.round, self.pairing.number)
        if place in self.row.desk.state.facts.awards:
            return self.row.desk.url("event_correct_award", *place)
        return ""


def without_unplayed(pairing: PairingState, begun: frozenset[str]) -> PairingState:
    """Return the pairing without its rubber if that is live and has no deal yet: a result may replace it."""
    if pairing.rubber_state == Rubber.State.LIVE and pairing.rubber not in begun:
        return replace(pairing, rubber="", rubber_state="")
    return pairing


def tiles_of(
    desk: Desk, stage: StageState, round_: RoundState, pairings: Sequence[PairingState], rows: TableRows
) -> list[Tile]:
    """Return the tiles of some pairings of a round, byes left out. ``rows`` has their rubbers."""
    is_open = round_.is_released and not desk.state.facts.is_complete
    tiles = [
        Tile(row, rows, is_open) for row in desk_pairings(desk, stage.number, pairings) if not row.is_bye
    ]
    first = next((tile.pairing.number for tile in tiles if tile.may_enter), 0)
    return [replace(tile, is_first=tile.pairing.number == first) for tile in tiles]


def most_urgent_first(tiles: Sequence[Tile]) -> list[Tile]:
    """Return the tiles in the order in which the director needs them, those alike by table."""
    order = ("bad", "todo", "playing", "", "done")
    return sorted(tiles, key=lambda tile: (not tile.is_first, order.index(tile.look), not tile.status))


def table_rows(pairings: Sequence[PairingState], others: Iterable[str] = ()) -> TableRows:
    """Read the rubbers of the pairings, and ``others`` by public id.

    That takes one query.
    """
    public_ids = {*others, *(pairing.rubber for pairing in pairings if pairing.rubber)}
    if not public_ids:
        return TableRows({}, frozenset(), {}, {})
    stream = Concat(Value("rubber:"), OuterRef("public_id"))
    disputes = LogEntry.objects.filter(stream=stream, kind=RUBBER_DISPUTED).order_by("-version")
    query = Rubber.objects.filter(public_id__in=public_ids).select_related("player_a", "player_b")
    rows = query.defer("egn", "findings").annotate(
        has_deals=Exists(Deal.objects.filter(game__rubber=OuterRef("pk"))),
        last_game=last_game(),
        said=Subquery(disputes.values("reason")[:1]),
    )
    rubbers, begun, points, said = {}, set(), {}, {}
    for row in rows:
        rubbers[row.public_id] = cast(Rubber, row)
        if row.has_deals:
            begun.add(row.public_id)
        if row.state == Rubber.State.LIVE:
            points[row.pk] = points_in(row.last_game)
        if row.state == Rubber.State.DISPUTED and row.said:
            said[row.public_id] = row.said
    return TableRows(rubbers, frozenset(begun), points, said)


@dataclass(frozen=True, slots=True)
class Stop:
    """A round on the rail; ``url`` is "" for a round that is not drawn. ``look`` is "done", "now" or ""."""

    name: str
    note: str
    url: str
    look: str
    words: str
    """The round and its state in full, for screen readers."""


def rail_of(desk: Desk, stage: StageState, here: RoundState | None) -> list[Stop]:
    """Return the rounds of a stage, drawn or planned, at most ``MOST_STOPS`` of them around ``here``."""
    drawn = {round_.number: round_ for round_ in stage.rounds}
    total = max(stage.planned_rounds if not stage.plan.is_bracket else 0, len(stage.rounds))
    middle = here.number if here is not None else 1
    first = max(1, min(middle - MOST_STOPS // 2, total - MOST_STOPS + 1))
    return [
        _stop(desk, stage, number, drawn.get(number), here)
        for number in range(first, min(total, first + MOST_STOPS - 1) + 1)
    ]


def _stop(
    desk: Desk, stage: StageState, number: int, round_: RoundState | None, here: RoundState | None
) -> Stop:
    if round_ is None:
        name = _("R%(number)s") % {"number": number}
        return Stop(name, NO_TABLE, "", "", _("Round %(number)s: not drawn yet") % {"number": number})
    played = [
        pairing for pairing in round_.pairings if pairing.kind == "rubber" and pairing.source_b != "bye"
    ]
    done = sum(pairing.outcome is not None for pairing in played)
    full = round_words(round_.label)
    if round_.is_complete:
        note, state = "✓", _("all results are in")
    elif round_.is_released:
        note = f"{done}/{len(played)}"
        state = _("%(done)s of %(total)s results") % {"done": done, "total": len(played)}
    else:
        note = state = _("draft")
    name = _("R%(number)s") % {"number": round_.label} if round_.label.isdecimal() else full
    look = "now" if here is not None and number == here.number else "done" if round_.is_complete else ""
    url = round_url(desk, stage, number)
    return Stop(name, note, url, look, _("%(round)s: %(state)s") % {"round": full, "state": state})


def round_url(desk: Desk, stage: StageState, number: int) -> str:
    return f"{desk.url('event_run')}?stage={stage.number}&round={number}"


def shown_round(request: HttpRequest, desk: Desk) -> tuple[StageState, RoundState | None]:
    """Return the stage and the round in the query, else those that are being played, else the last ones drawn."""
    stages = desk.state.stages
    drawn = [stage for stage in stages if stage.rounds]
    playing = [stage for stage in drawn if stage.phase != "complete"]
    wanted = [stage for stage in stages if str(stage.number) == request.GET.get("stage", "")]
    stage = (wanted or playing or drawn[-1:] or stages)[0]
    number = request.GET.get("round", "")
    chosen = [round_ for round_ in stage.rounds if str(round_.number) == number]
    waiting = [round_ for round_ in stage.rounds if round_.is_released and not round_.is_complete]
    drafts = [round_ for round_ in stage.rounds if not round_.is_released]
    return stage, next(iter((*chosen, *waiting, *drafts, *stage.rounds[-1:])), None)


@dataclass(frozen=True, slots=True)
class ToDecide:
    """A result that waits for a decision: ``text`` says where and why."""

    text: str
    url: str
    is_urgent: bool


def to_decide(desk: Desk) -> list[ToDecide]:
    """Return the results of the draw that are disputed, stopped by a fault, or still to confirm, in this order."""
    order = list(DECIDABLE)
    waiting = [
        (order.index(pairing.rubber_state), round_, pairing)
        for stage in desk.state.stages
        for round_ in stage.rounds
        for pairing in round_.pairings
        if pairing.rubber_state in DECIDABLE
    ]
    ordered = sorted(waiting, key=lambda each: each[0])[:MOST_DECISIONS]
    return [_to_decide(desk, round_, pairing) for _place, round_, pairing in ordered]


def _to_decide(desk: Desk, round_: RoundState, pairing: PairingState) -> ToDecide:
    values = {
        "round": round_words(round_.label),
        "a": player_words(pairing.a or "", desk.names),
        "b": player_words(pairing.b or "", desk.names),
        "state": DECIDABLE[pairing.rubber_state],
    }
    return ToDecide(
        text=_("%(round)s, %(a)s – %(b)s: %(state)s") % values,
        url=reverse("web:rubber", args=[pairing.rubber]),
        is_urgent=pairing.rubber_state != Rubber.State.REPORTED,
    )
