"""Games injured at random and settled by allowed remedies end as the plain implementation says.

Then one remedy of the game is replaced by one that the law does not allow, or a choice is left out. That fault is
found, with the law's own code, and no other is.
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
from tests.scoring.incidents_at_random.table import LAWS_WITH_A_REMEDY, REMEDIES, Settled
from tests.support.examples import in_two_sizes

GAMES = 250
"""The number of games that makes each remedy occur in one of them."""
JUDGED = in_two_sizes("games", 25, 80)
GAMES_IN_SOAK = 30_000
BLOCKS = 4

REPLAYED = (25, 43)


def judged(game: PlainGame) -> CheckedRubber:
    (read,) = read_text(egn(game.text(), Code=game.code))
    return check_read(read)


def blocking(rubber: CheckedRubber) -> list[tuple[str, str, int | None]]:
    return [
        (finding.code, finding.severity, finding.deal)
        for finding in rubber.findings
        if finding.blocks_confirming
    ]


def check_game(seed: int) -> PlainGame:
    game = play_game(Random(seed))
    text = game.text()
    rubber = judged(game)
    assert blocking(rubber) == [], (seed, text)
    (checked,) = rubber.games
    for plain, deal in zip(game.deals, checked.deals, strict=True):
        context = (seed, deal.number, text)
        assert deal.dealer == plain.dealer, context
        assert deal.void == plain.is_void, context
        assert [(mark.player, mark.law, mark.points) for mark in deal.marks] == plain.marks, context
        assert deal.score == plain.score, context
        if plain.tricks is not None:
            assert deal.tricks == plain.tricks, context
    assert checked.points == game.score, (seed, text)
    assert checked.winner == game.winner, (seed, text)
    assert rubber.next_to_deal == game.next_dealer, (seed, text)
    canonical = write_rubber(rubber.rubber)
    (again,) = read_text(canonical)
    assert again.rubber == rubber.rubber, (seed, text)
    assert write_rubber(again.rubber) == canonical, (seed, text)
    return game


def check_spoilt_game(seed: int) -> bool:
    """Check a spoilt game. Return True if it had an incident to spoil."""
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
        # The record waits for the opponent: it is not known whether these cards are valid.
        del deal.tokens[place + 1 :]
    findings = blocking(judged(game))
    assert findings == [(f"L{incident.law:02}", severity, position + 1)], (
        seed,
        str(incident),
        findings,
        game.text(),
    )
    return True


def spoil(chance: Random, incident: Settled) -> str:
    """Remove the choice, or write a remedy that is not allowed. Return the severity of that fault."""
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


@JUDGED
def test_a_game_injured_at_random_comes_to_what_the_plain_laws_give(games: int) -> None:
    for seed in range(games):
        check_game(seed)


def test_every_law_that_has_a_remedy_is_broken_and_every_remedy_of_its_taken() -> None:
    taken = Counter[tuple[int, str]]()
    for seed in range(GAMES):
        taken.update((incident.law, incident.remedy) for incident in incidents_of(play_game(Random(seed))))
    assert {law for law, _ in taken} == LAWS_WITH_A_REMEDY
    assert {remedy for _, remedy in taken} == set(REMEDIES)


@JUDGED
def test_a_remedy_that_is_not_open_or_not_chosen_is_found_and_nothing_else(games: int) -> None:
    assert sum(check_spoilt_game(seed) for seed in range(games)) > games // 2


@pytest.mark.soak
@pytest.mark.parametrize("block", range(BLOCKS))
def test_many_more_games_injured_at_random(block: int) -> None:
    size = GAMES_IN_SOAK // BLOCKS
    for seed in range(GAMES + block * size, GAMES + (block + 1) * size):
        check_game(seed)
        check_spoilt_game(seed)
