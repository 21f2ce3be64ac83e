"""A season's records counted another way: straight from the sample file and the answers that came with it.

It shares nothing with what it checks: an own reading of the file, plain loops over lists, no masks, no runs kept open.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from typing import Any

from tests.matches.files import SAMPLES, SEASON

EXPECTED = SAMPLES / "season.expected.jsonl"
TAG = re.compile(r'^\[(\w+) "(.*)"\]$', re.MULTILINE)
DEAL = re.compile(r"^(\d+)\. ([AB]) (.*)$")
KING = re.compile(r"\bK([ab])\b")
TURN_UP = re.compile(r"\^([SHDC][KQJAT987])")
SEASON_MONTH = 9


@dataclass
class CountedDeal:
    """``tricks`` are None where they are not known, and ``turned`` where the turn-up is not."""

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
    """The sample's rubbers by club, in the order of play."""
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
    for told in answer["games"]:
        game = CountedGame(told["points"], told["winner"])
        for deal in told["deals"]:
            line = lines.pop(0)
            turn_up = TURN_UP.search(line[3])
            game.deals.append(
                CountedDeal(
                    dealer=line[2],
                    turned=None if turn_up is None else turn_up[1][1] == "K",
                    kings=Counter(letter.upper() for letter in KING.findall(line[3])),
                    tricks=deal["tricks"],
                    score=deal["score"],
                )
            )
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
    """What each player reached among ``rubbers``; who reached nothing is not there."""
    found: dict[str, int | Fraction] = {}
    for name in {name for rubber in rubbers for name in rubber.players.values()}:
        own = [
            (rubber, letter) for rubber in rubbers for letter, who in rubber.players.items() if who == name
        ]
        value = least_games_share(own, least_games) if kind == "share_of_games" else COUNTS[kind](own)
        if value:
            found[name] = value
    return found


Own = Sequence[tuple[CountedRubber, str]]
"""A player's rubbers with his letter in each."""


def games_of(own: Own) -> Iterator[tuple[CountedGame, str]]:
    return ((game, letter) for rubber, letter in own for game in rubber.games)


def deals_of(own: Own) -> Iterator[tuple[CountedDeal, str]]:
    return ((deal, letter) for game, letter in games_of(own) for deal in game.deals)


def deals_and_gaps(own: Own) -> Iterator[tuple[CountedDeal | None, str]]:
    """His deals, and None for a game of which none is on record."""
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
    """Of games that he won and that are on record deal by deal."""
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
