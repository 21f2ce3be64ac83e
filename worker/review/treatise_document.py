"""Write docs/treatise.md from the values computed for the old treatise, which a page of the site also shows."""

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

CALLS: Final = {"first": "first proposal", "free": "first, opponent at four", "later": "later proposals"}
LONGEST_LINE: Final = 120


def document(page: TreatisePage) -> str:
    """Return the text of docs/treatise.md, as Markdown."""
    parts = (
        ["# The old treatise beside the count", ""],
        _write_introduction(page.assumptions),
        _write_standing(page.standing),
        _write_refusing(page.refusing),
        _write_illustrative_hands(questions()),
        _write_readings(),
        _write_known_counts(page.known),
        _write_odds(prices()),
        _write_kings(page.kings),
        _write_scores(),
        _write_thresholds(page.moves, page.assumptions),
    )
    return "\n".join(line for part in parts for line in part).rstrip("\n") + "\n"


def _write_introduction(assumptions: dict[str, Any]) -> Iterator[str]:
    """Yield the lines that explain what is compared, and on which assumptions."""
    stands, refuses = assumptions["shares"]
    yield from _write_paragraph(
        "Cavendish's treatise of 1886 advises with which hands to stand, with which to refuse, and what odds to lay."
        " This page compares its rules, restated in our own words in `worker/review/treatise/`, with counted values."
    )
    yield "    $ python -m worker.review.tables --book"
    yield ""
    yield from _write_paragraph(
        "This command writes this page. With `--moves` in place of `--book` it prints the last table."
    )
    yield "The values rest on these assumptions:"
    yield ""
    yield from _write_item(
        "The score is love-all, trumps are spades, and the king of trumps is not turned up. Values are means over the"
        " other trumps that may be turned up."
    )
    yield from _write_item(
        f"**Counted**: of the {HANDS:,} hands that the opponent of five cards and a turn-up may have, the number"
        " against which the point is made when both play their best with both hands known. For refusals, only the hands"
        " with which the elder would have proposed. The marks of standing and of refusing are counted in the same way."
    )
    yield from _write_item(
        f"**Sampled**: the marks of proposing and of giving, in {assumptions['worlds']:,} deals for each turn-up (seed"
        f" {assumptions['seed']}), with their standard error. Marks are one's own less the opponent's; kings count."
    )
    yield from _write_item(
        f"**The policy**, version {assumptions['policy']}, decides what both do after the choice. The elder stands if"
        f" their five cards make the point against {stands[0][0]:.0%} of all hands ({stands[1][0]:.0%} with the"
        f" dealer at four, {stands[2][0]:.0%} at later proposals); with the king safe they propose with every hand"
        f" ({stands[1][1]:.0%} and {stands[2][1]:.0%}). The dealer refuses from {refuses[0][0]:.0%} on"
        f" ({refuses[1][0]:.0%} with the elder at four, {refuses[2][0]:.0%} later; {refuses[0][1]:.0%},"
        f" {refuses[1][1]:.0%} and {refuses[2][1]:.0%} with the king safe). Both put out everything but trumps and"
        " kings, always announce the king, and play with both hands known."
    )
    yield from _write_item(
        f"Choices that differ by at most {CLOSE} marks, or two standard errors, count as equal. The policy need not be"
        " right for a hand: the table shows the value of both choices. After a proposal the policy puts out everything"
        " but trumps and kings, even from a tierce."
    )
    yield from _write_item(
        "Marks with both hands known flatter the elder, who leads. [equilibrium.md](equilibrium.md) says what changes"
        " if neither player sees the other's hand. The values of hands on this page leave that out; the chances of"
        " winning do not."
    )
    yield from _write_item(
        f"Chances of winning: table `{assumptions['chances'][:12]}`; solver `{assumptions['solver'][:12]}`."
    )
    yield ""


def _write_standing(rows: Sequence[Compared]) -> Iterator[str]:
    yield "## Jeux de règle: hands to stand with"
    yield ""
    yield from _write_verdict(rows)
    named = [row for row in rows if row.holds]
    reach = sum(row.share >= book_share(row) for row in named)
    yield from _write_paragraph(
        f"The treatise's principle is to stand at two to one for the point, {TWO_TO_ONE:.1%}; it gives the three lowest"
        f" trumps with two sevens as three to two. Of its {len(named)} hands here {reach} have those odds, the others"
        " less. A near miss, in italics in the column *book*, is a hand with which the treatise proposes."
    )
    yield from _write_hands(rows, STANDING, ("stand", "propose"))


def _write_refusing(rows: Sequence[Compared]) -> Iterator[str]:
    yield "## Hands to refuse with"
    yield ""
    yield from _write_verdict(rows)
    yield from _write_paragraph(
        "The elder has proposed, so their hand is weaker than average. A near miss, in italics in the column *book*, is"
        " a hand with which the treatise gives cards."
    )
    yield from _write_hands(rows, REFUSING, ("refuse", "give"))


def _write_verdict(rows: Iterable[Compared]) -> Iterator[str]:
    agree, close, differ = agreeing(rows)
    return _write_paragraph(
        f"Treatise and count agree on {agree} hands. On {close} both choices are equally good, and on {differ} the"
        " count prefers the other choice."
    )


def _write_hands(rows: Iterable[Compared], prefix: str, choices: tuple[str, str]) -> Iterator[str]:
    ends, goes_on = choices
    yield f"| class | hand | makes the point | odds | {ends} | {goes_on} | book | count |"
    yield "|---" * 8 + "|"
    for row in rows:
        count = "either" if row.is_close else choices[not row.should_hold]
        book = choices[not row.holds]
        cells = (
            _get_title(row.name, rule_of(row.name, prefix)),
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


def _get_title(name: str, rule: Rule) -> str:
    """Return the title of a row: the rule's, with the number of its class before it if it has one."""
    return f"{name}: {rule.title}" if name in get_args(HandClass) else rule.title


def _write_illustrative_hands(rows: Sequence[Question]) -> Iterator[str]:
    """Yield the lines on the fourteen hands: a table of the cards that treatise and count would play."""
    yield "## The illustrative hands"
    yield ""
    agree = sum(row.agrees for row in rows)
    yield from _write_paragraph(
        "The pictures of the treatise's fourteen hands are lost. We chose the cards in italics so that everything the"
        f" treatise says about the hand is true. It names {len(rows)} cards to play; the count would also play {agree}"
        " of them. The column *worth* has the chance of winning the game, computed as in a review: over every hand that"
        " the opponent can hold, all equally likely. Unlike the treatise in hands V, X and XIV, it concludes nothing"
        " from a refusal."
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
    yield "This command computes the table again."
    yield ""


def _write_readings() -> Iterator[str]:
    yield "## Our readings, and contradictions of the treatise"
    yield ""
    yield from _write_paragraph(
        "`tests/worker/review/treatise/sentences.py` has a row for each sentence of the treatise that names a hand, a"
        " card or a score, with its place and its advice. If a sentence leaves something open, the advice names our"
        " reading, on the page and in the data (`reading`):"
    )
    for text in READINGS.values():
        yield from _write_item(text)
    yield ""
    yield from _write_paragraph(
        "If two passages give different advice on the same hand, both are shown (`also` in the data):"
    )
    for each in CONTRADICTIONS:
        yield from _write_item(f"{each.places}: {each.text}")
    yield ""


def _write_known_counts(rows: Iterable[Known]) -> Iterator[str]:
    yield "## Three counts known beforehand"
    yield ""
    yield from _write_paragraph(
        f"The table shows against how many of the dealer's {HANDS:,} possible hands the leader makes the point, with"
        " both hands known."
    )
    yield "| hand | turned up | known | counted |"
    yield "|---|---|---|---|"
    for row in rows:
        yield f"| `{row.hand}` | `{row.turn_up}` | {row.known:,} | {row.makes:,} |"
    yield ""


def _write_odds(rows: Sequence[Price]) -> Iterator[str]:
    """Yield the lines on the odds that the leader may lay, at each score."""
    known = chances()
    even = [1 - known.chance[points][points] for points in range(GAME_POINTS)]
    yield "## The odds"
    yield ""
    yield from _write_paragraph(
        f"At love-all the dealer wins {1 - known.chance[0][0]:.2%} of games, give or take {known.error:.2%}, if neither"
        " player sees the other's hand; the treatise considers the deal no advantage. If both hands were seen from the"
        f" first lead on it would be {1 - known.hands_seen[0][0]:.2%}, because that helps the elder hand, who leads. At"
        f" even scores the dealer's chance is {min(even):.2%} to {max(even):.2%}."
    )
    good = sum(row.price(deals=True) == row.price(deals=False) == "good" for row in rows)
    yield from _write_paragraph(
        f"The odds on the table for the leader are ({GAME_POINTS} less the other's points) to ({GAME_POINTS} less the"
        f" leader's). At {good} of {len(rows)} scores they are good to lay, whoever has the deal. The treatise"
        " considers the deal no advantage, but calls two prices bad to lay when the leader has it."
    )
    yield "| score | on the table | chance | with the deal | without | to lay |"
    yield "|---|---|---|---|---|---|"
    for row in rows:
        table, chance = f"{row.odds[0]} to {row.odds[1]}", f"{row.on_the_table:.1%}"
        figures = " | ".join(
            f"{value:.1%}, {value / (1 - value):.2f} to 1" for value in (row.with_deal, row.without_deal)
        )
        yield f"| {row.leader}-{row.other} | {table} | {chance} | {figures} | {_describe_price(row)} |"
    yield ""


def _describe_price(row: Price) -> str:
    with_deal, without_deal = row.price(deals=True), row.price(deals=False)
    verdict = with_deal if with_deal == without_deal else f"{with_deal} with the deal, {without_deal} without"
    if not row.is_bad_to_lay:
        return verdict
    return f"{verdict}; the treatise: bad with the deal" + ("" if with_deal == "bad" else ", not confirmed")


def _write_kings(kings: Kings) -> Iterator[str]:
    dealt, elder_dealt = BOOK_KINGS
    yield "## Marking the king"
    yield ""
    yield from _write_paragraph(
        f"The treatise puts the dealer's chance against the elder's at {dealt} to {elder_dealt},"
        f" {dealt / elder_dealt:.2f} to 1. That is exact for the cards as dealt: the king is turned up one time in"
        " eight, and otherwise each player holds it five times in 31. With the exchanges that follow, it is"
        f" {kings.dealer_to_elder:.2f} to 1: in {kings.deals:,} deals under the policy the dealer marked it"
        f" {kings.dealer:,} times, the elder {kings.elder:,} times."
    )


def _write_scores() -> Iterator[str]:
    table = chances()
    yield "## The chance of winning the game, and the stake"
    yield ""
    yield from _write_paragraph(
        "The tables have the elder's points down and the dealer's across. The first has the elder's chance of winning"
        " the game. The second has the points of the stake that the elder can expect (a single counts one, a double"
        " two, a treble three, and a loss the same negatively)."
        f" They are computed from {table.assumptions['deals']:,} deals with hands seen, corrected by"
        f" {table.assumptions['hidden deals']:,} that were also played hidden ([equilibrium.md](equilibrium.md)), seed"
        f" {table.assumptions['seed']}; no chance has a standard error above {table.error:.4%}."
    )
    for values, form in ((table.chance, "{:.2%}"), (table.stake, "{:+.3f}")):
        yield "| elder \\ dealer | " + " | ".join(map(str, range(GAME_POINTS))) + " |"
        yield "|---" * (GAME_POINTS + 1) + "|"
        for points, row in enumerate(values):
            yield f"| {points} | " + " | ".join(form.format(value) for value in row) + " |"
        yield ""


def _write_thresholds(rows: Sequence[Move], assumptions: dict[str, Any]) -> Iterator[str]:
    yield "## How good the policy's thresholds are"
    yield ""
    in_marks = max(row.gain for row in rows if row.is_in_marks)
    in_games = max(row.gain for row in rows if not row.is_in_marks)
    yield from _write_paragraph(
        "The table shows what a player gains a deal by moving one threshold, while the other keeps to the policy: in"
        " marks at love-all, and in hundredths of the game if the opponent is at four. Each value is from"
        f" {assumptions['move deals']:,} deals, the same for all. The most that could be gained is {in_marks:.3f}"
        f" marks, and {in_games * 100:.2f} hundredths of the game."
    )
    yield from moves_table(rows)
    yield ""


def moves_table(rows: Iterable[Move]) -> Iterator[str]:
    """Yield the lines of a Markdown table that shows what moving each threshold of the policy gains or loses.

    The table has a row for each threshold and score, and a column for each size of move.
    """
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


def _write_paragraph(text: str) -> Iterator[str]:
    yield from textwrap.wrap(text, LONGEST_LINE, break_on_hyphens=False, break_long_words=False)
    yield ""


def _write_item(text: str) -> Iterator[str]:
    yield from textwrap.wrap(
        text,
        LONGEST_LINE,
        initial_indent="- ",
        subsequent_indent="  ",
        break_on_hyphens=False,
        break_long_words=False,
    )
