"""The examples of docs/sittings.md, computed by hand, are confirmed line by line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest

from ecarte_site.setup.environment import PROJECT
from tests.matches.rules.sittings.evenings import Evening, french, pool

PAGE = (PROJECT / "docs" / "sittings.md").read_text(encoding="utf-8")
NAME = "([A-Z][a-z]+)"


def examples() -> Iterator[tuple[str, str]]:
    """Yield each example's heading and the text below it."""
    for section in re.split(r"^##(?=#? )", PAGE, flags=re.MULTILINE):
        heading, _, text = section.partition("\n")
        if "| what happens |" in text:
            yield heading.removeprefix("# "), text


EXAMPLES = dict(examples())


def pence(text: str) -> int:
    return round(float(text) * 100)


def opened(text: str, people: list[str]) -> Evening:
    if least := re.search(r"Least stake (\S+)\.", text):
        return french(*people, least=pence(least[1]))
    stake = re.search(r"Stake (\d\.\d\d)", text)
    assert stake is not None
    custom = "entrant" if "begins: Cat and Bea" in text else "loser"
    stakers = "engaged" if "only those engaged stake." in text else None
    return pool(*people[:3], stake=pence(stake[1]), custom=custom, first_stakes=stakers)


def cut(evening: Evening, cards: str) -> None:
    pairs = re.findall(rf"{NAME} ([SHDC][7-9TJQKA])", cards)
    evening.add("cut", rounds=[dict(pairs)])


def stake(evening: Evening, bets: str) -> None:
    for name, amount, on in re.findall(rf"{NAME} (\d\.\d\d) on {NAME}", bets):
        evening.add("bet", player=name, on=on, amount=pence(amount))


def begin(evening: Evening, a: str, b: str) -> None:
    assert {a, b} == set(evening.state.seats)
    evening.begin()


def end(evening: Evening, winner: str, loser: str) -> None:
    assert evening.state.game is not None
    assert {winner, loser} == set(evening.state.game.players)
    evening.end(winner)


def play(evening: Evening, winner: str, loser: str) -> None:
    begin(evening, winner, loser)
    end(evening, winner, loser)


STEPS: list[tuple[str, Callable[..., None]]] = [
    (r"cut: (.*)", cut),
    (r"stake: (.*)", stake),
    (rf"game \d begins: {NAME} and {NAME}", begin),
    (rf"game \d ends: {NAME} beats {NAME}", end),
    (rf"game \d: {NAME} beats {NAME}", play),
    (rf"corrected: game (\d) was {NAME}'s", lambda evening, game, name: evening.correct(int(game), name)),
    (rf"{NAME} leaves", lambda evening, name: evening.add("left", player=name)),
    (rf"{NAME} comes", lambda evening, name: evening.come(name)),
    (r"shared: (paid|equal)", lambda evening, how: evening.add("pool_shared", how=how)),
    (rf"taken: {NAME} takes (\S+)", lambda evening, name, amount: evening.take(name, pence(amount))),
    (r"levelled", lambda evening: evening.level()),
    (rf"chouette: {NAME}", lambda evening, name: evening.add("chouette", player=name)),
]


def take(evening: Evening, step: str) -> None:
    for pattern, act in STEPS:
        if match := re.fullmatch(pattern, step):
            act(evening, *match.groups())
            return
    raise AssertionError(f"no such step: {step}")


def rows(text: str) -> list[list[str]]:
    return [
        [cell.strip() for cell in line.strip("|").split("|")] for line in re.findall(r"^\|.*\|$", text, re.M)
    ]


@pytest.mark.parametrize("heading", EXAMPLES)
def test_worked_example_comes_out_as_written(heading: str) -> None:
    heads, _, *lines = rows(EXAMPLES[heading])
    people = [head for head in heads if re.fullmatch(NAME, head)]
    evening = opened(EXAMPLES[heading], people)
    for line in lines:
        cells = dict(zip(heads, line, strict=True))
        take(evening, cells["what happens"])
        state = evening.state
        balances = {name: state.balances.get(name, 0) for name in people}
        assert balances == {name: pence(cells[name]) for name in people}, line
        assert state.on_table == pence(cells["table"]), line
        if "sit" in cells:
            assert list(state.seats) == cells["sit"].split(), line
            assert [each.player for each in state.queue] == cells["then"].split(), line


def test_every_example_is_tried() -> None:
    assert len(EXAMPLES) == PAGE.count("| what happens |") == 10


@pytest.mark.parametrize("heading", [heading for heading, text in EXAMPLES.items() if "the close: " in text])
def test_who_owes_whom_at_the_close_is_as_written(heading: str) -> None:
    text = EXAMPLES[heading].replace("\n", " ").partition("At the close: ")[2]
    payments = re.findall(rf"{NAME} pays {NAME} (\d\.\d\d)", text)
    debts = {(payer, payee, pence(amount)) for payer, payee, amount in payments}
    heads, _, *lines = rows(EXAMPLES[heading])
    evening = opened(EXAMPLES[heading], [head for head in heads if re.fullmatch(NAME, head)])
    for line in lines:
        take(evening, line[0])
    evening.add("closed")
    assert set(evening.state.owed) == debts
    assert debts
