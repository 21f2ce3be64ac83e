"""Count the sample season by plain loops over its text and results, without code of what it checks.

Scores, tricks, winners and points are those of ``season.expected.jsonl``. Calls, kings, hands and exchanges
are read from the text, token by token. The season has no irregularities, no void deals and no comments.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

SEASON_ANSWERS = Path(__file__).parents[3] / "data" / "samples" / "season.expected.jsonl"
TAG = re.compile(r'^\[(\w+) "(.*)"\]$', re.MULTILINE)
DEAL = re.compile(r"^(\d+)\. ([AB])(?: (.*))?$")
CARD = re.compile(r"^[SHDC][KQJAT987]$")
HAND = re.compile(r"^([AB]):(.+)$")


@dataclass
class PlainRubber:
    """A rubber with its counts: ``counted`` is keyed by seat and depth."""

    club: str
    event: str
    day: date
    names: tuple[str, str]
    depth: str
    counted: dict[tuple[str, str], Counter[str]] = field(default_factory=dict)

    def at(self, seat: str, depth: str) -> Counter[str]:
        return self.counted.setdefault((seat, depth), Counter())


def count_season(text: Path, answers: Path) -> list[PlainRubber]:
    records = text.read_text().split('[EGN "1"]\n')[1:]
    game_answers = [json.loads(line) for line in answers.read_text().splitlines()]
    return [_count(record, answer) for record, answer in zip(records, game_answers, strict=True)]


def _count(record: str, answer: dict[str, Any]) -> PlainRubber:
    tags = dict(TAG.findall(record))
    year, month, day = map(int, tags["Date"].split("."))
    depth = "play" if "^" in record else "marks" if DEAL.search(record) or "\n1. " in record else "result"
    assert depth == answer["depth"]
    rubber = PlainRubber(tags["Club"], tags["Event"], date(year, month, day), (tags["A"], tags["B"]), depth)
    for seat in "AB":
        _count_rubber(rubber.at(seat, depth), seat, answer)
    for game, game_answer in zip(_games(record), answer["games"], strict=True):
        for seat in "AB":
            _count_game(rubber.at(seat, depth), seat, game_answer)
        score = [0, 0]
        for (dealer, tokens), deal_answer in zip(game, game_answer["deals"], strict=True):
            of_deal = "play" if any(token.startswith("^") for token in tokens) else "marks"
            for seat in "AB":
                _count_deal(rubber.at(seat, of_deal), seat, dealer, tokens, deal_answer, score)
            score = deal_answer["score"]
    return rubber


def _games(record: str) -> Iterator[list[tuple[str, list[str]]]]:
    """Yield each game as its deals: the dealer, and the tokens that follow."""
    game: list[tuple[str, list[str]]] | None = None
    for line in record.splitlines():
        if line.startswith("Game "):
            if game is not None:
                yield game
            game = []
        elif match := DEAL.match(line):
            assert game is not None
            game.append((match[2], (match[3] or "").replace(",", " ").split()))
    if game is not None:
        yield game


def _count_rubber(count: Counter[str], seat: str, answer: dict[str, Any]) -> None:
    own, other = (0, 1) if seat == "A" else (1, 0)
    count["rubbers"] += 1
    if answer["winner"]:
        count["rubber_won" if answer["winner"] == seat else "rubber_lost"] += 1
    count["games_taken"] += answer["games_won"][own]
    count["games_given"] += answer["games_won"][other]
    if answer["points"]:
        count["rubber_points_known"] += 1
        for key, points in (
            ("rubber_points_for", answer["points"][own]),
            ("rubber_points_against", answer["points"][other]),
        ):
            count[key] += points
            count[f"{key}_squared"] += points * points


def _count_game(count: Counter[str], seat: str, answer: dict[str, Any]) -> None:
    if answer["winner"] is None:
        return
    own, other = (0, 1) if seat == "A" else (1, 0)
    won = answer["winner"] == seat
    count["games"] += 1
    count["game_won" if won else "game_lost"] += 1
    least = min(answer["points"])
    kind = "treble" if least == 0 else "double" if least in (1, 2) else "single"
    count[f"{kind}_won" if won else f"{kind}_lost"] += 1
    for key, points in (
        ("game_points_for", answer["points"][own]),
        ("game_points_against", answer["points"][other]),
    ):
        count[key] += points
        count[f"{key}_squared"] += points * points
    if not answer["deals"]:
        return
    order = "first" if answer["deals"][0]["dealer"] == seat else "second"
    count[f"dealt_{order}"] += 1
    count[f"dealt_{order}_won"] += won
    count["scores_seen"] += 1
    scores = [(deal["score"][own], deal["score"][other]) for deal in answer["deals"]]
    if (0, 4) in scores:
        count["nil_to_four"] += 1
        count["came_back"] += won
    if (4, 0) in scores:
        count["four_to_nil"] += 1
        count["let_slip"] += not won


def _count_deal(
    count: Counter[str], seat: str, dealer: str, tokens: list[str], answer: dict[str, Any], score: list[int]
) -> None:
    own, other = (0, 1) if seat == "A" else (1, 0)
    is_dealer = dealer == seat
    count["deals"] += 1
    count["as_dealer" if is_dealer else "as_elder"] += 1
    count["score_known"] += 1
    for key, at in (("marks", own), ("marks_against", other)):
        points = answer["score"][at] - score[at]
        count[key] += points
        count[f"{key}_squared"] += points * points
    _count_calls(count, tokens, is_dealer=is_dealer)
    _count_kings(count, seat, tokens, is_dealer=is_dealer)
    _count_exchange(count, tokens, is_dealer=is_dealer)
    winner = _winner(tokens, answer)
    if winner is not None:
        count["decided"] += 1
        count["deal_won" if winner == seat else "deal_lost"] += 1
    if answer["tricks"] is not None:
        count["tricks_known"] += 1
        count["tricks"] += answer["tricks"][own]
        count["tricks_squared"] += answer["tricks"][own] ** 2
        count["vole_made"] += answer["tricks"][own] == 5
        count["vole_suffered"] += answer["tricks"][other] == 5
    vulnerable = _vulnerable(tokens, dealer)
    if vulnerable is not None:
        kind = "vulnerable" if vulnerable == seat else "against_vulnerable"
        count[kind] += 1
        if winner is not None:
            count[f"{kind}_won" if winner == seat else f"{kind}_lost"] += 1


def _winner(tokens: list[str], answer: dict[str, Any]) -> str | None:
    if answer["tricks"] is not None:
        return "A" if answer["tricks"][0] > answer["tricks"][1] else "B"
    outcomes = [token[1] for token in tokens if token.startswith("=")]
    return outcomes[0] if outcomes else None


def _letters(tokens: list[str]) -> str:
    letters = "".join(token for token in tokens if token in ("P", "S", "G", "R"))
    if not letters and any(CARD.match(token) for token in tokens):
        return "S"
    return letters


def _vulnerable(tokens: list[str], dealer: str) -> str | None:
    letters = _letters(tokens)
    if letters.startswith("S"):
        return "B" if dealer == "A" else "A"
    return dealer if letters.startswith("PR") else None


def _count_calls(count: Counter[str], tokens: list[str], *, is_dealer: bool) -> None:
    letters = _letters(tokens)
    answer = {"PG": "given", "PR": "refused"}.get(letters[:2])
    if is_dealer:
        if answer:
            count["gave_first" if answer == "given" else "refused_first"] += 1
        count["refused"] += "R" in letters
    elif letters:
        count["first_word"] += 1
        count["proposed_first" if letters[0] == "P" else "stood_first"] += 1
        count["proposals"] += letters.count("P")
        count["proposals_squared"] += letters.count("P") ** 2
        if answer:
            count[f"first_{answer}"] += 1
        count["was_refused"] += "R" in letters


def _cards(text: str) -> set[str]:
    """Return ``SKQ.HJ7`` as SK, SQ, HJ, H7."""
    return {group[0] + rank for group in text.split(".") if group for rank in group[1:]}


def _exchanges(tokens: list[str]) -> list[str]:
    """Return the exchanges of the elder hand and of the dealer in turn."""
    return [token[1:] for token in tokens if token.startswith("-") and token != "--"]


def _count_exchange(count: Counter[str], tokens: list[str], *, is_dealer: bool) -> None:
    own = _exchanges(tokens)[is_dealer::2]
    if not own:
        return
    out = own[0].partition("+")[0]
    number = int(out) if out.isdigit() else len(_cards(out))
    count["exchanged"] += 1
    count["cards_changed"] += number
    count["cards_changed_squared"] += number * number


def _count_kings(count: Counter[str], seat: str, tokens: list[str], *, is_dealer: bool) -> None:
    marked = f"K{seat.lower()}" in tokens
    turned = next((token[1:] for token in tokens if token.startswith("^")), None)
    count["king_marked"] += marked
    if is_dealer and turned:
        count["turn_up_seen"] += 1
        count["king_turned"] += turned[1] == "K"
        count["turned_king_marked"] += turned[1] == "K" and marked
    if marked and (not is_dealer or (turned is not None and turned[1] != "K")):
        count["king_from_hand"] += 1
    hands = [match[2] for token in tokens if (match := HAND.match(token)) and match[1] == seat]
    if not hands or turned is None:
        return
    hand = _cards(hands[0])
    for exchange in _exchanges(tokens)[is_dealer::2]:
        out, _, taken = exchange.partition("+")
        hand = hand - _cards(out) | _cards(taken)
    count["hand_seen"] += 1
    if f"{turned[0]}K" in hand:
        count["king_held"] += 1
        count["king_announced" if marked else "king_unannounced"] += 1
