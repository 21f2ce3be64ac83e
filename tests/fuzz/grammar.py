"""Changes to a record that know its grammar: tokens, cards, and incidents with their laws, facts and remedies."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from tests.scoring.generate import PACK, RANKS, SUITS, show
from tests.scoring.incidents_at_random.table import LAWS_WITH_A_REMEDY, REMEDIES

FACT_WORDS = (
    "looked",
    "own",
    "adversary",
    "before",
    "after",
    "played",
    "claim",
    "king",
    "point",
    "vole",
    "odd",
)
SUFFIXES = ("!!", "!", "!?", "?!", "?", "??")
FIXED_TOKENS = (
    *("3-2", "2-3", "P", "S", "G", "R", "Ka", "Kb", "-0", "-1", "-2", "-5", "-6", "--"),
    *("=A", "=B", "=A3", "=B4", "=A5", "=void", "(0-0)", "(1-0)", "(4-4)", "(5-2)", "(6-0)"),
    *("#5-3", "##1-0", "##0-1", "*", "Game", "cut", "1.", "2.", "A", "B"),
    *(
        "{so}",
        "{",
        "}",
        ";",
        "\n",
        "\n\n",
        ",",
        '[EGN "1"]',
        '[BestOf "3"]',
        '[Cut "game"]',
        '[Code "French"]',
        '[Variant "Triomphe"]',
    ),
    *('[Reckoning "treble"]', '[Termination "retired"]', '[Winner "A"]', '[Result "1-0"]', '[Points "3-0"]'),
)

_CARD = re.compile(rb"[SHDC][KQJAT987]")
_LAW = re.compile(rb"^![0-9]+")
_INCIDENT = re.compile(rb"![0-9]+\S*")
_LAW_OF_THE_TABLE = sorted(LAWS_WITH_A_REMEDY)


def any_set(chance: Random) -> str:
    return show(chance.sample(PACK, chance.choice((1, 1, 2, 3, 4, 5, 6))))


def any_incident(chance: Random) -> str:
    """Return an incident of any law with any facts and any remedy, as the notation can write it."""
    law = chance.choice(_LAW_OF_THE_TABLE) if chance.random() < 0.9 else chance.randint(0, 56)
    kinds: tuple[Callable[[], str], ...] = (
        lambda: any_set(chance),
        lambda: str(chance.randint(0, 8)),
        lambda: chance.choice(FACT_WORDS),
        lambda: chance.choice(SUITS),
    )
    facts = ";".join(chance.choice(kinds)() for _ in range(chance.choice((0, 1, 1, 2, 3))))
    written = f"!{law}{chance.choice(('', 'a', 'b'))}" + (f"({facts})" if facts else "")
    if chance.random() < 0.8:
        written += f":{chance.choice(REMEDIES)}" + (f"({any_set(chance)})" if chance.random() < 0.4 else "")
    return written


def any_token(chance: Random) -> str:
    kinds: tuple[Callable[[], str], ...] = (
        lambda: any_incident(chance),
        lambda: any_incident(chance),
        lambda: chance.choice(FIXED_TOKENS),
        lambda: chance.choice(PACK) + (chance.choice(SUFFIXES) if chance.random() < 0.1 else ""),
        lambda: "^" + chance.choice(PACK),
        lambda: f"{chance.choice('AB')}:{any_set(chance)}" + ("~" if chance.random() < 0.2 else ""),
        lambda: f"-{any_set(chance)}+{any_set(chance)}",
        lambda: f"-{chance.randint(0, 6)}+{any_set(chance)}",
        lambda: f"({chance.randint(0, 6)}-{chance.randint(0, 6)})",
    )
    return chance.choice(kinds)()


def _change_token(tokens: list[bytes], chance: Random) -> None:
    tokens[chance.randrange(len(tokens))] = any_token(chance).encode()


def _insert_token(tokens: list[bytes], chance: Random) -> None:
    tokens.insert(chance.randrange(len(tokens) + 1), any_token(chance).encode())


def _leave_out(tokens: list[bytes], chance: Random) -> None:
    start = chance.randrange(len(tokens))
    del tokens[start : start + chance.choice((1, 1, 2, 5))]


def _repeat(tokens: list[bytes], chance: Random) -> None:
    start = chance.randrange(len(tokens))
    piece = tokens[start : start + chance.choice((1, 2, 5, 12))]
    place = chance.randrange(len(tokens) + 1)
    tokens[place:place] = piece


def _swap(tokens: list[bytes], chance: Random) -> None:
    first, second = chance.randrange(len(tokens)), chance.randrange(len(tokens))
    tokens[first], tokens[second] = tokens[second], tokens[first]


def _change_card(tokens: list[bytes], chance: Random) -> None:
    places = [place for place, token in enumerate(tokens) if _CARD.search(token)]
    if places:
        place = chance.choice(places)
        card = (chance.choice(SUITS) + chance.choice(RANKS)).encode()
        tokens[place] = _CARD.sub(card, tokens[place], count=1)


def _change_incident(tokens: list[bytes], chance: Random) -> None:
    """Keep the incident's law and change the rest, or keep the rest and change its remedy."""
    places = [place for place, token in enumerate(tokens) if _INCIDENT.fullmatch(token)]
    if not places:
        _insert_token(tokens, chance)
        return
    place = chance.choice(places)
    head, _, _ = tokens[place].partition(b":")
    if chance.random() < 0.5:
        tokens[place] = head + b":" + chance.choice(REMEDIES).encode()
    elif chance.random() < 0.5:
        tokens[place] = head
    else:
        tokens[place] = _LAW.sub(_LAW.findall(head)[0], any_incident(chance).encode())


CHANGES: tuple[Callable[[list[bytes], Random], None], ...] = (
    *(
        _change_token,
        _insert_token,
        _leave_out,
        _repeat,
        _swap,
        _change_card,
        _change_incident,
        _change_incident,
    ),
)


def change(data: bytes, seed: int) -> bytes:
    chance = Random(seed)
    tokens = [token for token in re.split(rb"([^\S\n]+|(?=\n))", data) if token.strip(b" \t\r")]
    for _ in range(chance.randint(1, 4)):
        if not tokens:
            tokens.append(any_token(chance).encode())
        chance.choice(CHANGES)(tokens, chance)
    return b" ".join(tokens)


def cross(first: bytes, second: bytes, seed: int) -> bytes:
    """Join the beginning of one record's lines and the end of another's."""
    chance = Random(seed)
    lines, others = first.split(b"\n"), second.split(b"\n")
    return b"\n".join(lines[: chance.randint(0, len(lines))] + others[chance.randrange(len(others)) :])
