"""Games injured at random and settled by remedies that are allowed come to what the plain implementation says.

Then one remedy of the game is exchanged for one that the law does not allow, or a choice is left out: that is found,
by the law's own code, and nothing else is.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from scoring.check import check_read
from scoring.checked import CheckedRubber
from scoring.notation import read_text, write_rubber
from tests.scoring.egn import egn
from tests.scoring.incidents_at_random.game import PlainGame, play_game
from tests.scoring.incidents_at_random.remedies import LAWS_WITH_A_REMEDY, REMEDIES, Settled
from tests.support.examples import examples

GAMES = 250
"""So many that each remedy is taken in one of them."""
JUDGED = examples(80, many=GAMES)
GAMES_IN_SOAK = 30_000
BLOCKS = 4

REPLAYED = (25, 43)


def judged(game: PlainGame) -> CheckedRubber:
    (read,) = read_text(egn(game.text(), Code=game.code))
    return check_read(read)


def blocking(rubber: CheckedRubber) -> list[tuple[str, str, int | None]]:
    return [(found.code, found.severity, found.deal) for found in rubber.findings if found.blocks_confirming]


def check_game(seed: int) -> PlainGame:
    game = play_game(Random(seed))
    text = game.text()
    rubber = judged(game)
    assert blocking(rubber) == [], (seed, text)
    (checked,) = rubber.games
    for plain, deal in zip(game.deals, checked.deals, strict=True):
        told = (seed, deal.number, text)
        assert deal.dealer == plain.dealer, told
        assert deal.void == plain.is_void, told
        assert [(mark.player, mark.law, mark.points) for mark in deal.marks] == plain.marks, told
        assert deal.score == plain.score, told
        if plain.tricks is not None:
            assert deal.tricks == plain.tricks, told
    assert checked.points == game.score, (seed, text)
    assert checked.winner == game.winner, (seed, text)
    assert rubber.next_to_deal == game.next_dealer, (seed, text)
    canonical = write_rubber(rubber.rubber)
    (again,) = read_text(canonical)
    assert again.rubber == rubber.rubber, (seed, text)
    assert write_rubber(again.rubber) == canonical, (seed, text)
    return game


def check_spoilt_game(seed: int) -> bool:
    """Whether the game had an incident to spoil."""
    chance = Random(seed)
    game = play_game(Random(seed))
    places = [
        (position, place)
        for position, deal in enumerate(game.deals)
        for place, token in enumerate(deal.tokens)
        if isinstance(token, Settled) and not (token.law in REPLAYED and token.leaves_unfound)
    ]
    if not places:
        return False
    position, place = chance.choice(places)
    deal = game.deals[position]
    incident = deal.tokens[place]
    assert isinstance(incident, Settled)
    severity = spoil(chance, incident)
    game.deals = game.deals[: position + 1]
    game.score = 0, 0
    if incident.law in REPLAYED:
        # The record waits for the adversary: whether these cards stand is not known.
        del deal.tokens[place + 1 :]
    found = blocking(judged(game))
    assert found == [(f"L{incident.law:02}", severity, position + 1)], (
        seed,
        str(incident),
        found,
        game.text(),
    )
    return True


def spoil(chance: Random, incident: Settled) -> str:
    """Take the choice away, or write a remedy that is not open; the severity of what that is."""
    if len(incident.open_to) > 1 and chance.random() < 0.5:
        incident.is_tacit = True
        return "ruling"
    open_to = incident.open_to
    if incident.law == 25:
        # A deal without a card may be one of which no card was written down: then play may have begun.
        open_to = ("correct", "stand", "replay")
    incident.is_tacit = False
    incident.remedy = chance.choice([remedy for remedy in REMEDIES if remedy not in open_to])
    return "error"


def incidents_of(game: PlainGame) -> list[Settled]:
    tokens = [*game.heading, *(token for deal in game.deals for token in deal.tokens)]
    return [token for token in tokens if isinstance(token, Settled)]


def test_a_game_injured_at_random_comes_to_what_the_plain_laws_give() -> None:
    for seed in range(JUDGED):
        check_game(seed)


def test_every_law_that_has_a_remedy_is_broken_and_every_remedy_of_its_taken() -> None:
    taken = Counter[tuple[int, str]]()
    for seed in range(GAMES):
        taken.update((incident.law, incident.remedy) for incident in incidents_of(play_game(Random(seed))))
    assert {law for law, _ in taken} == LAWS_WITH_A_REMEDY
    assert {remedy for _, remedy in taken} == set(REMEDIES)


def test_a_remedy_that_is_not_open_or_not_chosen_is_found_and_nothing_else() -> None:
    assert sum(check_spoilt_game(seed) for seed in range(JUDGED)) > JUDGED // 2


@pytest.mark.soak
@pytest.mark.parametrize("block", range(BLOCKS))
def test_many_more_games_injured_at_random(block: int) -> None:
    size = GAMES_IN_SOAK // BLOCKS
    for seed in range(GAMES + block * size, GAMES + (block + 1) * size):
        check_game(seed)
        check_spoilt_game(seed)
