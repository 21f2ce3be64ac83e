from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from typing import Any

import pytest

from matches.figures.write_honours import write_honours
from matches.models import Club, Honour, HonourBasis
from matches.rules.figures.records import BY_KEY, KINDS, LEAST_GAMES, LEAST_GAMES_EVER, PLACES
from tests.factories.rubbers import stored_sample
from tests.matches.files import SAMPLES, SEASON

EXPECTED = SAMPLES / "season.expected.jsonl"
TAG = re.compile(r'^\[(\w+) "(.*)"\]$', re.MULTILINE)
DEAL = re.compile(r"^(\d+)\. ([AB]) (.*)$")
KING = re.compile(r"\bK([ab])\b")
TURN_UP = re.compile(r"\^([SHDC][KQJAT987])")
SEASON_MONTH = 9


@dataclass
class CountedDeal:
    """A deal. ``tricks`` are None if they are unknown, and ``turned`` if the turn-up is."""

    dealer: str
    turned: bool | None
    kings: Counter[str]
    tricks: list[int] | None
    score: list[int] | None


@dataclass
class CountedGame:
    points: list[int]
    winner: str
    deals: list[CountedDeal] = field(default_factory=list)


@dataclass
class CountedRubber:
    club: str
    date: str
    round: str
    players: dict[str, str]
    points: list[int] | None
    winner: str | None
    games: list[CountedGame]


def counted_season() -> dict[str, list[CountedRubber]]:
    """Return the sample's rubbers by club, in the order of play."""
    texts = SEASON.read_text(encoding="utf-8").split('[EGN "1"]')[1:]
    answers = [json.loads(line) for line in EXPECTED.read_text(encoding="utf-8").splitlines()]
    clubs: defaultdict[str, list[CountedRubber]] = defaultdict(list)
    for text, answer in zip(texts, answers, strict=True):
        rubber = _rubber(text, answer)
        clubs[rubber.club].append(rubber)
    for rubbers in clubs.values():
        rubbers.sort(key=lambda rubber: (rubber.date, int(rubber.round or 0)))
    return dict(clubs)


def _rubber(text: str, answer: dict[str, Any]) -> CountedRubber:
    tags = dict(TAG.findall(text))
    lines = [match for line in text.splitlines() if (match := DEAL.match(line))]
    games = []
    for game_answer in answer["games"]:
        game = CountedGame(game_answer["points"], game_answer["winner"])
        for deal in game_answer["deals"]:
            line = lines.pop(0)
            turn_up = TURN_UP.search(line[3])
            turned = None if turn_up is None else turn_up[1][1] == "K"
            kings = Counter(letter.upper() for letter in KING.findall(line[3]))
            game.deals.append(CountedDeal(line[2], turned, kings, deal["tricks"], deal["score"]))
        games.append(game)
    return CountedRubber(
        club=tags["Club"],
        date=tags["Date"],
        round=tags.get("Round", ""),
        players={"A": tags["A"], "B": tags["B"]},
        points=answer["points"],
        winner=answer["winner"],
        games=games,
    )


def season_year(rubber: CountedRubber) -> int:
    year, month = int(rubber.date[:4]), int(rubber.date[5:7])
    return year if month >= SEASON_MONTH else year - 1


def counted(kind: str, rubbers: Sequence[CountedRubber], *, least_games: int) -> dict[str, int | Fraction]:
    """Return the value that each player reached among ``rubbers``, without players who reached nothing."""
    values: dict[str, int | Fraction] = {}
    for name in {name for rubber in rubbers for name in rubber.players.values()}:
        own = [
            (rubber, letter) for rubber in rubbers for letter, who in rubber.players.items() if who == name
        ]
        value = least_games_share(own, least_games) if kind == "share_of_games" else COUNTS[kind](own)
        if value:
            values[name] = value
    return values


Own = Sequence[tuple[CountedRubber, str]]
"""A player's rubbers, with the player's letter in each."""


def games_of(own: Own) -> Iterator[tuple[CountedGame, str]]:
    return ((game, letter) for rubber, letter in own for game in rubber.games)


def deals_of(own: Own) -> Iterator[tuple[CountedDeal, str]]:
    return ((deal, letter) for game, letter in games_of(own) for deal in game.deals)


def deals_and_gaps(own: Own) -> Iterator[tuple[CountedDeal | None, str]]:
    """Yield the player's deals, and None for each game of which no deal is on record."""
    for game, letter in games_of(own):
        yield from ((deal, letter) for deal in game.deals or (None,))


def longest(chances: Iterable[bool]) -> int:
    length = max((len(list(run)) for came_off, run in groupby(chances) if came_off), default=0)
    return length if length > 1 else 0


def is_vole(deal: CountedDeal, letter: str) -> bool:
    return deal.tricks == ([5, 0] if letter == "A" else [0, 5])


def is_treble(game: CountedGame, letter: str) -> bool:
    return game.winner == letter and min(game.points) == 0


def is_from_nil_to_four(game: CountedGame, letter: str) -> bool:
    behind = [0, 4] if letter == "A" else [4, 0]
    is_whole = bool(game.deals) and all(deal.score is not None for deal in game.deals)
    return is_whole and game.winner == letter and any(deal.score == behind for deal in game.deals)


def least_games_share(own: Own, least: int) -> Fraction | int:
    won = [game.winner == letter for game, letter in games_of(own)]
    return Fraction(sum(won), len(won)) if len(won) >= least else 0


def voles(own: Own) -> int:
    return sum(is_vole(deal, letter) for deal, letter in deals_of(own))


def most_in_a_day(own: Own) -> int:
    by_day: Counter[str] = Counter()
    for rubber, letter in own:
        by_day[rubber.date] += voles([(rubber, letter)])
    return max(by_day.values())


def lengths(own: Own) -> list[int]:
    """Return the number of deals of each game that the player won and that is on record deal by deal."""
    return [len(game.deals) for game, letter in games_of(own) if game.winner == letter and game.deals]


def rubber_lengths(own: Own) -> list[int]:
    return [
        sum(len(game.deals) for game in rubber.games)
        for rubber, letter in own
        if rubber.winner == letter and all(game.deals for game in rubber.games)
    ]


COUNTS: dict[str, Callable[[Own], int]] = {
    "rubbers_won": lambda own: sum(rubber.winner == letter for rubber, letter in own),
    "games_won": lambda own: sum(game.winner == letter for game, letter in games_of(own)),
    "trebles_won": lambda own: sum(is_treble(game, letter) for game, letter in games_of(own)),
    "points_won": lambda own: sum((rubber.points or [0, 0])["AB".index(letter)] for rubber, letter in own),
    "rubbers_played": len,
    "voles_made": voles,
    "comebacks": lambda own: sum(is_from_nil_to_four(game, letter) for game, letter in games_of(own)),
    "run_of_rubbers": lambda own: longest(rubber.winner == letter for rubber, letter in own),
    "run_of_games": lambda own: longest(game.winner == letter for game, letter in games_of(own)),
    "run_of_trebles": lambda own: longest(is_treble(game, letter) for game, letter in games_of(own)),
    "run_of_kings": lambda own: longest(
        deal is not None and bool(deal.turned)
        for deal, letter in deals_and_gaps(own)
        if deal is None or deal.dealer == letter
    ),
    "run_of_voles": lambda own: longest(
        deal is not None and is_vole(deal, letter) for deal, letter in deals_and_gaps(own)
    ),
    "voles_in_rubber": lambda own: max(voles([each]) for each in own),
    "voles_in_day": most_in_a_day,
    "kings_in_game": lambda own: max(
        sum(deal.kings[letter] for deal in game.deals) for game, letter in games_of(own)
    ),
    "longest_game": lambda own: max(lengths(own), default=0),
    "shortest_game": lambda own: min(lengths(own), default=0),
    "longest_rubber": lambda own: max(rubber_lengths(own), default=0),
}
pytestmark = pytest.mark.django_db
Line = tuple[int, int, int, str]
"""The rank, the number of holders, the value in thousandths and the player's name."""


def stored(club: Club, kind: str, season: int | None) -> list[Line]:
    rows = Honour.objects.filter(club=club, kind=kind, season=season).order_by("position")
    return list(rows.values_list("rank", "holders", "value", "player__name"))


def expected(kind: str, rubbers: Sequence[CountedRubber], season: int | None) -> dict[str, int | Fraction]:
    if season is not None:
        return counted(
            kind, [each for each in rubbers if season_year(each) == season], least_games=LEAST_GAMES
        )
    if not BY_KEY[kind].is_of_season:
        return counted(kind, rubbers, least_games=LEAST_GAMES_EVER)
    best: dict[str, int | Fraction] = {}
    for year in {season_year(each) for each in rubbers}:
        for name, value in expected(kind, rubbers, year).items():
            best[name] = max(value, best.get(name, 0))
    return best


def assert_same(lines: Sequence[Line], reached: dict[str, int | Fraction], *, is_least: bool) -> None:
    """Check values and ranks.

    Order of play decides which of the tied players are listed at all; another test checks that.
    """
    values = sorted(reached.values(), reverse=not is_least)
    level = Counter(values)
    assert [line[2] for line in lines] == [round(value * 1000) for value in values[:PLACES]]
    for place, (rank, holders, _value, name) in enumerate(lines):
        assert reached[name] == values[place]
        assert rank == values.index(values[place]) + 1
        assert holders == level[values[place]]


def test_records_of_the_sample_season_are_those_counted_another_way() -> None:
    stored_sample(SEASON)
    clubs = counted_season()

    assert len(clubs) == 8
    for name, rubbers in clubs.items():
        club = Club.objects.get(name=name)
        assert write_honours(club.pk)
        for season in (None, *sorted({season_year(each) for each in rubbers})):
            for kind in KINDS:
                lines = stored(club, kind.key, season)
                assert_same(lines, expected(kind.key, rubbers, season), is_least=kind.is_least)
        basis = HonourBasis.objects.get(club=club, season=None)
        assert basis.rubbers == len(rubbers)
        assert basis.games == sum(len(each.games) for each in rubbers)
        assert basis.deals == sum(len(game.deals) for each in rubbers for game in each.games)
