"""Play the season of the demonstration club: three months of events and friendly games, up to today.

Everything goes through the services that pages use. Rubbers played card by card come from ``matches/demo/rubbers.egn``,
whose players are called after their skill; others are results alone. The same ``SEED`` gives the same season, but for
its days, which are counted back from today.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Final

from django.db import transaction

from matches.clubs.roles import DIRECTORS_AUTHORITY
from matches.common.club_clock import club_today, record_day
from matches.common.commands import CommandContext
from matches.events.draw import request_draw
from matches.events.event_state import event_state
from matches.events.plan_event import plan_event
from matches.events.record_facts import record_facts
from matches.events.results import WrittenResult, pairing_tags, result_of
from matches.events.write_standings import write_standings
from matches.exchange.imports.import_rubbers import RubberImport
from matches.models import Club, Event, Player, Rubber, User
from matches.rubbers.change_result import dispute_rubber
from matches.rubbers.enter import enter_rubber
from matches.rules.events.plan import DEFAULT_TIE_BREAKS, EventPlan, RubberRules, StagePlan
from matches.rules.events.state import PairingState, RoundState
from scoring import record as scored
from scoring.notation import read_text, write_rubber
from scoring.notation.tags import sort_tags

RUBBERS: Final = Path(__file__).resolve().parent.parent / "demo" / "rubbers.egn"
SEED: Final = 1886
SKILLS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("Clay", "Orford", "Van-Tenac", "Delanoue"), "Strong"),
    **dict.fromkeys(("Bescherelle", "Bushe", "Baldwin", "Walker", "Wheble", "Vives"), "Middling"),
    **dict.fromkeys(("Bennett", "Boiteau", "Dormoy", "Pole"), "Weak"),
}
"""The players of the club, by skill: the order in which they enter events."""
RANKS: Final = {"Strong": 2, "Middling": 1, "Weak": 0}
WIN_A_GAME: Final = 0.1
"""The share of games, above a half, that a player wins against one of the next lower skill."""
RULES: Final = RubberRules(best_of=3, reckoning="treble")
FRIENDLY_DAYS: Final = (80, 73, 66, 59, 52, 45, 38, 31, 24, 17, 10, 3)
FRIENDLY_A_DAY: Final = 7
CARDS_EVERY: Final = 2
"""One rubber of so many is recorded card by card, while there is one left for its players."""
MAX_WITH_CARDS: Final = 48
"""The number of rubbers recorded card by card, besides those of the first evening."""


@dataclass(slots=True)
class Season:
    """The season as far as it is played. ``decks`` has the unused rubbers of each pair of skills."""

    club: Club
    by: User
    random: Random
    players: Mapping[str, Player]
    decks: dict[tuple[str, str], list[scored.Rubber]] = field(default_factory=dict)
    count: int = 0
    with_cards: int = 0

    def act(self, reason: str = "") -> CommandContext:
        return CommandContext(by=self.by, key="", reason=reason)

    def day(self, days_ago: int) -> date:
        return club_today(self.club) - timedelta(days=days_ago)


@transaction.atomic
def play_season(club: Club, by: User) -> None:
    """Play the whole season into ``club``, whose list has the players of ``SKILLS``. Takes about ten seconds."""
    players = {player.name: player for player in club.players.filter(name__in=SKILLS)}
    season = Season(club, by, Random(SEED), players, _decks())  # noqa: S311
    swiss = StagePlan(kind="swiss", rounds=5, tie_breaks=DEFAULT_TIE_BREAKS["swiss"])
    cup = StagePlan(kind="knockout", third_place=True)
    league = StagePlan(
        kind="league", tie_breaks=DEFAULT_TIE_BREAKS["league"], first_due=season.day(63).isoformat()
    )
    _play_event(season, "September Swiss", swiss, tuple(SKILLS)[:12], days_ago=[77] * 5)
    _play_event(season, "Michaelmas Knockout", cup, tuple(SKILLS)[:8], days_ago=[56] * 4)
    _play_event(season, "October Swiss", swiss, tuple(SKILLS)[2:], days_ago=[35] * 5)
    _play_event(season, "Winter League", league, tuple(SKILLS)[:10], days_ago=[63, 56, 49, 42, 35, 28, 21])
    _play_friendly_games(season)


def _decks() -> dict[tuple[str, str], list[scored.Rubber]]:
    decks: dict[tuple[str, str], list[scored.Rubber]] = {}
    for read in read_text(RUBBERS.read_text(encoding="utf-8")):
        if read.rubber is None:
            raise ValueError(f"{RUBBERS.name} can't be read: {read.fault}")
        names = dict(read.rubber.tags)
        skills = names["A"], names["B"].removesuffix(" 2")
        decks.setdefault(skills, []).append(read.rubber)
    return decks


def _play_event(
    season: Season, name: str, stage: StagePlan, names: Sequence[str], *, days_ago: Sequence[int]
) -> None:
    """Plan the event, and play a round on each of these days; what is left of a league's rounds is drawn."""
    plan = EventPlan(
        stages=(stage,), rules=RULES, lot_seed=name, starts_on=season.day(days_ago[0]).isoformat()
    )
    event = plan_event(season.club, name, plan, [season.players[each] for each in names], act=season.act())
    for days in days_ago:
        round_ = _next_round(season, event)
        for pairing in round_.pairings:
            if _is_open(pairing):
                _enter(season, event, round_, pairing, season.day(days))
        write_standings(event.pk)
    if stage.kind == "league":
        _next_round(season, event)
    else:
        record_facts(event, [("completed", {})], act=season.act())
    write_standings(event.pk)


def _next_round(season: Season, event: Event) -> RoundState:
    """Return the first round with a rubber to play, drawn and released if it is not yet."""
    for _ in range(3):
        state = event_state(event)
        stage = state.stages[0]
        draft = next((each for each in stage.rounds if not each.is_released), None)
        playable = [each for each in stage.rounds if each.is_released and any(map(_is_open, each.pairings))]
        if playable:
            return playable[0]
        if draft is not None:
            payload = {"stage": stage.number, "round": draft.number}
            record_facts(event, [("released", payload)], act=season.act())
        else:
            request_draw(event, stage.number, act=season.act())
    raise RuntimeError(f"{event} has no round to play")


def _is_open(pairing: PairingState) -> bool:
    return pairing.is_undecided and not pairing.rubber


def _enter(season: Season, event: Event, round_: RoundState, pairing: PairingState, day: date) -> None:
    by_id = {player.public_id: name for name, player in season.players.items()}
    a, b = by_id[str(pairing.a)], by_id[str(pairing.b)]
    record = _record(season, (a, b), event=event.name, day=day, round_label=round_.label, table=pairing.table)
    players = season.players[a], season.players[b]
    enter_rubber(
        season.club,
        record,
        event_name=event.name,
        players=players,
        authority=DIRECTORS_AUTHORITY,
        act=season.act(),
    )
    season.count += 1


def _play_friendly_games(season: Season) -> None:
    """Bring in the friendly games as one file, in which one score is wrong, and dispute the last result."""
    records = []
    for days in FRIENDLY_DAYS:
        for number in range(FRIENDLY_A_DAY):
            names = a, b = tuple(season.random.sample(tuple(SKILLS), 2))
            record = _record(
                season, (a, b), event="", day=season.day(days), round_label="", table=str(number + 1)
            )
            tags = dict(record.tags) | dict(zip("AB", names, strict=True)) | {"Club": season.club.name}
            records.append(replace(record, tags=sort_tags(tags.items())))
            season.count += 1
    faulty = next(number for number, record in enumerate(records) if any(game.deals for game in record.games))
    records[faulty] = _with_wrong_score(records[faulty])
    data = "\n".join(map(write_rubber, records)).encode()
    list(RubberImport(io.BytesIO(data), source="friendly.egn", club=season.club, by=season.by).outcomes())
    last = season.club.rubbers.filter(event__name="", state=Rubber.State.CONFIRMED).latest("pk")
    dispute_rubber(last, seat="", act=season.act("Each player says that they won the last game."))


def _with_wrong_score(record: scored.Rubber) -> scored.Rubber:
    """Return the record with a point too many behind its first deal, as scorers write it now and then."""
    game = record.games[0]
    deal = game.deals[0]
    score = deal.items[-1]
    if not isinstance(score, scored.Score):
        raise TypeError(deal)
    wrong = scored.Score((score.points[0] + 1, score.points[1] + 1))
    changed = replace(game, deals=(replace(deal, items=(*deal.items[:-1], wrong)), *game.deals[1:]))
    return replace(record, games=(changed, *record.games[1:]))


def _record(
    season: Season, names: tuple[str, str], *, event: str, day: date, round_label: str, table: str
) -> scored.Rubber:
    """Return a rubber of these players: card by card if it is the turn of one and there is one left, else a result."""
    skills = SKILLS[names[0]], SKILLS[names[1]]
    written = record_day(day)
    deck = season.decks.get(skills, [])
    if deck and season.count % CARDS_EVERY == 0 and season.with_cards < MAX_WITH_CARDS:
        season.with_cards += 1
        tags = pairing_tags(RULES, event=event, date=written, round_label=round_label, table=table)
        return replace(deck.pop(0), tags=tuple(tags.items()))
    result = WrittenResult(games=tuple(_games(season.random, skills)))
    return result_of(result, RULES, event=event, date=written, round_label=round_label, table=table)


def _games(random: Random, skills: tuple[str, str]) -> Iterator[scored.Pair]:
    """Yield the points of the games of a rubber; the stronger player wins more of them."""
    chance = 0.5 + WIN_A_GAME * (RANKS[skills[0]] - RANKS[skills[1]])
    won = [0, 0]
    while max(won) < 2:
        winner = 0 if random.random() < chance else 1
        won[winner] += 1
        points = (5, random.randint(0, 4))
        yield points if winner == 0 else points[::-1]
