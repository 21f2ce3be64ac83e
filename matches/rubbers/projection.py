"""Compute the database rows of a rubber from its folded log entries, by a pure function.

Rows are tuples in the order of the ``*_FACTS`` constants. They have no primary or foreign keys, because these
belong to a database and not to the log. Values of JSON columns are Python values here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from matches.models.figures import UNDATED
from matches.rubbers.fold import RubberNow
from matches.rubbers.states import CLEAN, SETTLED, State
from matches.rules.figures.seasons import day_of_record
from matches.rules.figures.tallies import COUNTERS, DealMasks, tally_rubber
from matches.rules.figures.traits import GameMasks, rubber_traits
from scoring.cards import HAND_SIZE, KING_RANK, PLAYERS, Player, rank_of
from scoring.check import check_rubber
from scoring.checked import CheckedDeal, CheckedGame, CheckedRubber
from scoring.findings import Finding, JsonValue
from scoring.marks import game_value
from scoring.notation import read_one, write_deal
from scoring.play_key import play_key
from scoring.record import Incident, Pair

RUBBER_FACTS: Final = (
    *("public_id", "identity", "date", "round_label", "table"),
    *("best_of", "reckoning", "rubber_bonus", "cut", "code", "variant", "termination", "depth"),
    *("state", "reported_by", "is_agreed", "version", "winner", "games_won_a", "games_won_b"),
    *("points_a", "points_b", "trebles_a", "trebles_b", "voles_a", "voles_b"),
    *("egn", "checks", "checksum", "play_checksum", "entered_at", "changed_at", "has_advisories", "findings"),
)
GAME_FACTS: Final = ("number", "points_a", "points_b", "winner", "value", "traits_a", "traits_b")
DEAL_FACTS: Final = (
    *("number", "dealer", "depth", "is_void", "vulnerable", "tricks_a", "tricks_b", "score_a", "score_b"),
    *("king_by", "king_turned_up", "calls", "traits_a", "traits_b", "egn", "marks"),
)
TALLY_FACTS: Final = ("seat", "depth", "variant", "day", *COUNTERS)
INCIDENT_FACTS: Final = ("deal_number", "position", "law", "offender", "remedy", "argument", "facts")
"""The columns of an incident's row. ``deal_number`` is None for an incident before the game's first deal.

In the rows of rubbers, deals and incidents, the last column is JSON.
"""

TREBLE: Final = 3
TRICKS_LAW: Final = 48

Facts = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class GameProjection:
    facts: Facts
    deals: tuple[Facts, ...]
    incidents: tuple[Facts, ...]


@dataclass(frozen=True, slots=True)
class RubberProjection:
    """The database rows that a rubber should have. ``event``, ``player_a`` and ``player_b`` are public ids.

    ``facts`` are the columns of the rubber's own row. ``tallies`` (figures for statistics) is empty if it
    does not count.
    """

    public_id: str
    event: str
    player_a: str
    player_b: str
    facts: Facts
    games: tuple[GameProjection, ...]
    tallies: tuple[Facts, ...]
    """The rubber's tallies (figures for statistics). Empty if the rubber does not count."""


def project_rubber(now: RubberNow, checked: CheckedRubber | None = None) -> RubberProjection:
    """Compute the rows of a folded rubber. ``checked`` is its checked text; None checks it here."""
    if checked is None:
        checked = check_rubber(read_one(now.egn), checks=now.checks)
    state = judged_state(now.state, is_clean=checked.is_clean)
    # Rows of games and deals and the tallies have the same traits, so that all figures agree.
    traits = rubber_traits(checked)
    return RubberProjection(
        public_id=now.public_id,
        event=now.event,
        player_a=now.a,
        player_b=now.b,
        facts=_rubber_facts(now, checked, state),
        games=tuple(_project_game(game, masks) for game, masks in zip(checked.games, traits, strict=True)),
        tallies=_tally_facts(checked, traits) if state in SETTLED else (),
    )


def judged_state(state: State, *, is_clean: bool) -> State:
    """Return the state to store: ``draft`` in place of a state in ``CLEAN``, unless ``is_clean`` (no blocking
    findings).
    """
    return "draft" if state in CLEAN and not is_clean else state


def _rubber_facts(now: RubberNow, checked: CheckedRubber, state: State) -> Facts:
    """Return the values of a rubber's columns, in the order of ``RUBBER_FACTS``."""
    rules = checked.rubber.rules
    return (
        now.public_id,
        now.identity,
        checked.rubber.tag("Date") or "",
        round_label(now, checked.rubber.tag("Round") or ""),
        checked.rubber.tag("Table") or "",
        rules.best_of,
        rules.reckoning,
        rules.rubber_bonus,
        rules.cut,
        rules.code,
        rules.variant,
        rules.termination,
        checked.depth,
        state,
        now.reported_by,
        now.is_agreed,
        now.version,
        checked.winner or "",
        *checked.games_won,
        *_pair(checked.points),
        *trebles_won(checked),
        *voles_won(checked),
        now.egn,
        now.checks,
        content_checksum(now.a, now.b, now.egn),
        play_key(checked.rubber),
        now.entered_at,
        now.changed_at,
        any(finding.is_advisory for finding in checked.findings),
        [finding_facts(finding) for finding in checked.findings],
    )


def round_label(now: RubberNow, tag: str) -> str:
    """Return the label of the rubber's round if its record has the tag ``Round`` (empty: none) ``tag``."""
    return now.round["label"] if now.round is not None and now.round["tag"] == tag else tag


def content_checksum(player_a: str, player_b: str, text: str) -> str:
    """Return a SHA-256, in hexadecimal, of a rubber's players (public ids) and its text."""
    return hashlib.sha256(f"{player_a}\n{player_b}\n{text}".encode()).hexdigest()


def finding_facts(finding: Finding) -> dict[str, JsonValue]:
    """Return a finding as the JSON object that is stored, without its line, column and sentence."""
    advisory: dict[str, JsonValue] = {"is_advisory": True} if finding.is_advisory else {}
    return {
        "code": finding.code,
        "variant": finding.variant,
        "severity": finding.severity,
        "law": finding.law,
        "game": finding.game,
        "deal": finding.deal,
        "trick": finding.trick,
        "cause": finding.cause,
        "params": dict(finding.params),
        **advisory,
    }


def _project_game(game: CheckedGame, traits: GameMasks) -> GameProjection:
    return GameProjection(
        facts=(game.number, *_pair(game.points), game.winner or "", game.value, *traits.game),
        deals=tuple(_deal_facts(deal, masks) for deal, masks in zip(game.deals, traits.deals, strict=True)),
        incidents=_incident_facts(game),
    )


def _deal_facts(checked: CheckedDeal, traits: Pair) -> Facts:
    course = checked.course
    return (
        checked.number,
        checked.dealer,
        checked.depth,
        checked.void,
        checked.vulnerable or "",
        *_pair(checked.tricks),
        *_pair(checked.score),
        course.kings[0].player if course.kings else "",
        course.turn_up is not None and rank_of(course.turn_up) == KING_RANK,
        course.letters,
        *traits,
        write_deal(checked.deal),
        [mark.as_json() for mark in checked.marks],
    )


def _tally_facts(checked: CheckedRubber, traits: Sequence[GameMasks]) -> tuple[Facts, ...]:
    variant = checked.rubber.rules.variant
    day = day_of_record(checked.rubber.tag("Date") or "") or UNDATED
    deals = [
        DealMasks(deal.depth, masks)
        for game, masks_of_game in zip(checked.games, traits, strict=True)
        for deal, masks in zip(game.deals, masks_of_game.deals, strict=True)
    ]
    tallies = tally_rubber(checked, [masks.game for masks in traits], deals)
    return tuple((each.seat, each.depth, variant, day, *each.counters) for each in tallies)


def _incident_facts(game: CheckedGame) -> tuple[Facts, ...]:
    incidents: list[tuple[int | None, Incident]] = [
        (None, item) for item in game.game.opening if isinstance(item, Incident)
    ]
    for deal in game.deals:
        incidents += [(deal.number, item) for item in deal.deal.items if isinstance(item, Incident)]
    return tuple(
        (
            deal_number,
            position,
            incident.law,
            incident.player or "",
            incident.remedy or "",
            incident.argument or "",
            list(incident.facts),
        )
        for position, (deal_number, incident) in enumerate(incidents, start=1)
    )


def trebles_won(rubber: CheckedRubber) -> Pair:
    """Return how many games each side won while the loser had no point, whatever the reckoning."""
    # An unwon game has no winner to count, whatever its points.
    winners = [
        game.winner
        for game in rubber.games
        if game.points is not None and game_value(game.points, "treble") == TREBLE
    ]
    return winners.count("A"), winners.count("B")


def voles_won(rubber: CheckedRubber) -> Pair:
    """Return how many voles each side marked, even if a penalty left only one of the two points.

    A deal whose tricks are not on record is ignored: its marks do not tell a vole from a point that counts
    two.
    """
    winners = [_vole_of(deal) for game in rubber.games for deal in game.deals]
    return winners.count("A"), winners.count("B")


def _vole_of(deal: CheckedDeal) -> Player | None:
    if deal.tricks is None or HAND_SIZE not in deal.tricks:
        return None
    winner = PLAYERS[deal.tricks.index(HAND_SIZE)]
    is_marked = any(mark.player == winner and mark.law == TRICKS_LAW for mark in deal.marks)
    return winner if is_marked else None


def _pair(pair: Pair | None) -> tuple[int | None, int | None]:
    return (None, None) if pair is None else pair
