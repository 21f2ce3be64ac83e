"""docs/treatise.md, written from the values beside the old treatise: the same that the site's page shows."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, get_args

from scoring.cards import format_cards
from scoring.marks import GAME_POINTS
from worker.review.chances import chances
from worker.review.treatise import CONTRADICTIONS, READINGS, Rule
from worker.review.treatise.hands import ILLUSTRATIVE_HANDS
from worker.review.treatise.standing import HandClass
from worker.review.treatise_hands import Question, questions
from worker.review.treatise_page import (
    BOOK_KINGS,
    CLOSE,
    HANDS,
    REFUSING,
    STANDING,
    TWO_TO_ONE,
    Compared,
    Kings,
    Known,
    Move,
    Price,
    TreatisePage,
    agreeing,
    book_share,
    prices,
    rule_of,
)

CALLS: Final = {"first": "first proposal", "free": "first, adversary at four", "later": "later proposals"}
LONGEST_LINE: Final = 120


def document(page: TreatisePage) -> str:
    """The page as Markdown."""
    parts = (
        ["# The old treatise beside the count", ""],
        _introduction(page.assumptions),
        _standing(page.standing),
        _refusing(page.refusing),
        _illustrative(questions()),
        _readings(),
        _known(page.known),
        _odds(prices()),
        _kings(page.kings),
        _scores(),
        _thresholds(page.moves, page.assumptions),
    )
    return "\n".join(line for part in parts for line in part).rstrip("\n") + "\n"


def _introduction(assumptions: dict[str, Any]) -> Iterator[str]:
    stands, refuses = assumptions["shares"]
    yield from _paragraph(
        "Cavendish's treatise of 1886 says with which hands to stand, with which to refuse, and what odds to lay. Its"
        " rules, restated in our own words in `worker/review/treatise/`, stand here beside what counting gives."
    )
    yield "    $ python -m worker.review.tables --book"
    yield ""
    yield from _paragraph(
        "writes this page, and with `--moves` in place of `--book` the command prints its last table."
    )
    yield "What the values stand on:"
    yield ""
    yield from _item(
        "The score is love-all, trumps are spades, and the king of trumps is not turned up. Values are means over the"
        " other trumps that may be turned up."
    )
    yield from _item(
        f"**Counted out**: of {HANDS:,} hands that may lie against five cards and a turn-up, those against which the"
        " point is made when both play their best with both hands seen. For refusals, of those hands with which the"
        " elder would have proposed. The marks of standing and of refusing are counted in the same way."
    )
    yield from _item(
        f"**Sampled**: the marks of proposing and of giving, in {assumptions['worlds']:,} deals for each turn-up (seed"
        f" {assumptions['seed']}), with their standard error. Marks are one's own less the adversary's; kings count."
    )
    yield from _item(
        f"**The policy**, version {assumptions['policy']}, for what both do after the choice. The elder stands where"
        f" five cards as they are make the point against {stands[0][0]:.0%} of all hands ({stands[1][0]:.0%} with the"
        f" dealer at four, {stands[2][0]:.0%} at later proposals); with the king safe he proposes on everything"
        f" ({stands[1][1]:.0%} and {stands[2][1]:.0%}). The dealer refuses from {refuses[0][0]:.0%} on"
        f" ({refuses[1][0]:.0%} with the elder at four, {refuses[2][0]:.0%} later; {refuses[0][1]:.0%},"
        f" {refuses[1][1]:.0%} and {refuses[2][1]:.0%} with the king safe). Both put out all but trumps and kings,"
        " announce the king always, and play with both hands seen."
    )
    yield from _item(
        f"Choices no further apart than {CLOSE} marks, or two standard errors, count as equal. That the policy stands"
        " somewhere doesn't make it right there: what is shown is what both choices bring. After a proposal it puts out"
        " all but trumps and kings, even from a tierce."
    )
    yield from _item(
        f"Chances of winning: table `{assumptions['chances'][:12]}`; solver `{assumptions['solver'][:12]}`."
    )
    yield ""


def _standing(rows: Sequence[Compared]) -> Iterator[str]:
    yield "## Jeux de règle: hands to stand with"
    yield ""
    yield from _verdict(rows)
    named = [row for row in rows if row.holds]
    reach = sum(row.share >= book_share(row) for row in named)
    yield from _paragraph(
        f"The treatise's principle is to stand at two to one for the point, {TWO_TO_ONE:.1%}; the three lowest trumps"
        f" with two sevens it puts at three to two. Of its {len(named)} hands here {reach} have those odds, the rest"
        " less. *Near misses* are hands that the treatise proposes with."
    )
    yield from _hands(rows, STANDING, ("stand", "propose"))


def _refusing(rows: Sequence[Compared]) -> Iterator[str]:
    yield "## Hands to refuse with"
    yield ""
    yield from _verdict(rows)
    yield from _paragraph(
        "The elder has proposed, which makes the hand a weaker one. *Near misses* are hands with which the treatise"
        " gives cards."
    )
    yield from _hands(rows, REFUSING, ("refuse", "give"))


def _verdict(rows: Iterable[Compared]) -> Iterator[str]:
    agree, close, differ = agreeing(rows)
    return _paragraph(
        f"Treatise and count agree on {agree} hands, both choices are as good as equal on {close}, and on {differ} the"
        " count prefers the other."
    )


def _hands(rows: Iterable[Compared], prefix: str, choices: tuple[str, str]) -> Iterator[str]:
    ends, goes_on = choices
    yield f"| class | hand | makes the point | odds | {ends} | {goes_on} | book | count |"
    yield "|---" * 8 + "|"
    for row in rows:
        count = "either" if row.is_close else choices[not row.should_hold]
        book = choices[not row.holds]
        cells = (
            _title(row.name, rule_of(row.name, prefix)),
            f"`{row.hand}`" + (f", lead `{row.lead}`" if row.lead and row.holds else ""),
            f"{row.makes:,} of {row.hands:,}",
            f"{row.odds:.2f} to 1",
            f"{row.ends:+.3f}",
            f"{row.goes_on:+.3f} ± {row.error:.3f}",
            book if row.holds else f"*{book}*",
            count if row.agrees else f"**{count}**",
        )
        yield "| " + " | ".join(cells) + " |"
    yield ""


def _title(name: str, rule: Rule) -> str:
    """Classes go by their numbers as well."""
    return f"{name}: {rule.title}" if name in get_args(HandClass) else rule.title


def _illustrative(rows: Sequence[Question]) -> Iterator[str]:
    yield "## The illustrative hands"
    yield ""
    agree = sum(row.agrees for row in rows)
    yield from _paragraph(
        "The pictures of the treatise's fourteen hands are lost. The cards in italics are ours, chosen so that every"
        f" word of the hand holds. Of the {len(rows)} cards that it asks for, the count would play {agree} too. Worth"
        " is the chance of winning the game, as a review finds it: over every hand that the adversary can hold, all"
        " equally likely. It draws nothing from a refusal, as the treatise does in hands V, X and XIV."
    )
    yield "| hand | cards | ours | trick | the treatise plays | the count prefers | worth |"
    yield "|---" * 7 + "|"
    for row in rows:
        part = row.of
        advice, best = row.advice.choices, row.preferred
        worth = f"{max(row.chances[name] for name in advice):.1%}"
        if not row.agrees:
            worth += f", against {max(row.chances.values()):.1%}"
        cells = (
            ILLUSTRATIVE_HANDS[row.hand].number,
            f"`{part.hand}`",
            f"*{format_cards(part.ours)}*" if part.ours else "",
            str(row.trick),
            ", ".join(advice),
            ", ".join(best) if row.agrees else f"**{', '.join(best)}**",
            worth,
        )
        yield "| " + " | ".join(cells) + " |"
    yield ""
    yield "    $ python -m worker.review.tables --hands"
    yield ""
    yield "computes them again."
    yield ""


def _readings() -> Iterator[str]:
    yield "## What is ours, and where the treatise contradicts itself"
    yield ""
    yield from _paragraph(
        "`tests/worker/review/treatise/sentences.py` has a row for each sentence of the treatise that names a hand, a"
        " card or a score, with its place and its advice. Where a sentence leaves something open, the advice names the"
        " reading that is ours, on the page and in the data (`reading`):"
    )
    for text in READINGS.values():
        yield from _item(text)
    yield ""
    yield from _paragraph(
        "Where two passages advise otherwise on the same hand, both are shown (`also` in the data):"
    )
    for each in CONTRADICTIONS:
        yield from _item(f"{each.places}: {each.text}")
    yield ""


def _known(rows: Iterable[Known]) -> Iterator[str]:
    yield "## Three counts known beforehand"
    yield ""
    yield f"Of {HANDS:,} hands of the dealer's, against which the leader makes the point, both hands seen:"
    yield ""
    yield "| hand | turned up | known | counted |"
    yield "|---|---|---|---|"
    for row in rows:
        yield f"| `{row.hand}` | `{row.turn_up}` | {row.known:,} | {row.makes:,} |"
    yield ""


def _odds(rows: Sequence[Price]) -> Iterator[str]:
    yield "## The odds"
    yield ""
    good = sum(row.price(deals=True) == row.price(deals=False) == "good" for row in rows)
    yield from _paragraph(
        f"On the table the odds on the leader are ({GAME_POINTS} less the other's points) to ({GAME_POINTS} less the"
        f" leader's). At {good} of {len(rows)} scores they are good to lay, whoever has the deal. The treatise holds"
        " the deal to be no advantage, and yet calls two prices bad to lay where the leader has it."
    )
    yield "| score | on the table | chance | with the deal | without | to lay |"
    yield "|---|---|---|---|---|---|"
    for row in rows:
        table, chance = f"{row.odds[0]} to {row.odds[1]}", f"{row.on_the_table:.1%}"
        figures = " | ".join(
            f"{value:.1%}, {value / (1 - value):.2f} to 1" for value in (row.with_deal, row.without_deal)
        )
        yield f"| {row.leader}-{row.other} | {table} | {chance} | {figures} | {_price_verdict(row)} |"
    yield ""


def _price_verdict(row: Price) -> str:
    with_deal, without_deal = row.price(deals=True), row.price(deals=False)
    said = with_deal if with_deal == without_deal else f"{with_deal} with the deal, {without_deal} without"
    if not row.is_bad_to_lay:
        return said
    return f"{said}; the treatise: bad with the deal" + ("" if with_deal == "bad" else ", not confirmed")


def _kings(kings: Kings) -> Iterator[str]:
    dealt, elder_dealt = BOOK_KINGS
    yield "## Marking the king"
    yield ""
    yield from _paragraph(
        f"The treatise puts the dealer's chance against the elder's at {dealt} to {elder_dealt},"
        f" {dealt / elder_dealt:.2f} to 1. For the cards as dealt that is exact: the king is turned up one time in"
        " eight, else either holds it"
        f" five times in 31. With the exchanges that follow it comes to {kings.dealer_to_elder:.2f} to 1: of"
        f" {kings.deals:,} deals under the policy the dealer marked it in {kings.dealer:,}, the elder in"
        f" {kings.elder:,}."
    )


def _scores() -> Iterator[str]:
    table = chances()
    yield "## The chance of winning the game, and the stake"
    yield ""
    yield from _paragraph(
        "From every score, the elder's points down and the dealer's across: his chance of winning the game, and the"
        " points of the stake that he can expect (a single counts one, a double two, a treble three, a loss against"
        f" him). From {table.assumptions['deals']:,} deals, seed {table.assumptions['seed']}; no chance has a standard"
        f" error above {table.error:.4%}."
    )
    for values, form in ((table.chance, "{:.2%}"), (table.stake, "{:+.3f}")):
        yield "| elder \\ dealer | " + " | ".join(map(str, range(GAME_POINTS))) + " |"
        yield "|---" * (GAME_POINTS + 1) + "|"
        for points, row in enumerate(values):
            yield f"| {points} | " + " | ".join(form.format(value) for value in row) + " |"
        yield ""


def _thresholds(rows: Sequence[Move], assumptions: dict[str, Any]) -> Iterator[str]:
    yield "## How well the policy's thresholds stand"
    yield ""
    in_marks = max(row.gain for row in rows if row.is_in_marks)
    in_games = max(row.gain for row in rows if not row.is_in_marks)
    yield from _paragraph(
        "What moving one of them brings its player a deal, while the other keeps to the policy: marks at love-all, and"
        f" hundredths of the game where the adversary is at four. In {assumptions['move deals']:,} deals for each, the"
        f" same for all. The most that could be gained is {in_marks:.3f} marks, and {in_games * 100:.2f} hundredths of"
        " the game."
    )
    yield from moves_table(rows)
    yield ""


def moves_table(rows: Iterable[Move]) -> Iterator[str]:
    """A line for each threshold and score, a column for each step."""
    lines: dict[tuple[str, ...], list[Move]] = {}
    for row in rows:
        king = "safe" if row.king_safe else ""
        score = "-".join(map(str, row.score))
        lines.setdefault((row.role, CALLS[row.call], king, f"{row.share:.2f}", score), []).append(row)
    steps = [f"{row.by:+.2f}" for row in next(iter(lines.values()))]
    yield "| who | when | king | from | score | in | " + " | ".join(steps) + " |"
    yield "|---" * (6 + len(steps)) + "|"
    for cells, moved in lines.items():
        marks = moved[0].is_in_marks
        unit, size, places = ("marks", 1, 4) if marks else ("100ths", 100, 3)
        gains = [f"{row.gain * size:+.{places}f} ± {row.error * size:.{places}f}" for row in moved]
        yield "| " + " | ".join((*cells, unit, *gains)) + " |"


def _paragraph(text: str) -> Iterator[str]:
    yield from textwrap.wrap(text, LONGEST_LINE, break_on_hyphens=False, break_long_words=False)
    yield ""


def _item(text: str) -> Iterator[str]:
    yield from textwrap.wrap(
        text,
        LONGEST_LINE,
        initial_indent="- ",
        subsequent_indent="  ",
        break_on_hyphens=False,
        break_long_words=False,
    )
