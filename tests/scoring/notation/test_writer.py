"""Canonical form, and the records that have none."""

from __future__ import annotations

import pytest

from scoring.cards import CARD_BY_NAME, parse_cards
from scoring.errors import RecordError
from scoring.notation import read_one, write_deal, write_rubber, write_rubbers
from scoring.notation.limits import COMMENT_CHARACTERS, RUBBER_BYTES
from scoring.record import (
    CardPlayed,
    Comment,
    Cut,
    Deal,
    Ending,
    Game,
    Hand,
    Item,
    Outcome,
    Packets,
    Rubber,
    Score,
    TurnUp,
)
from tests.support.rows import each_row

TAGS = (("EGN", "1"), ("A", "Orford"), ("B", "Baldwin"))

CANONICAL = """\
[EGN "1"]
[Event "The \\"long\\" night"]
[A "Orford"]
[B "Baldwin"]
[BestOf "5"]
[Winner "B"]
[Result "*"]
[Scorer "Jones"] {two tables} {one candle}

Game 1 cut A=H8 B=S8 A=DA B=DQ {at last} !6
1. B 3-2 ^DK A:SJ.HK7.D9~ Kb P?! G -2+SA.C7 -0 S SA SQ, {forced} HK!? --, !43b:replay SA SK, C7 CJ =A (1-1) Ka (2-1)
2. A !12(HJ):fresh =void
2. A B:SKK.HA (2-1) (2-2)
#2-5 {resigned}
Game 2 !4 #5-0
Game 3
##1-1 {to be
continued}
"""


def test_canonical_form_is_left_as_it_is() -> None:
    assert write_rubber(read_one(CANONICAL)) == CANONICAL


def test_any_spacing_becomes_canonical() -> None:
    head, _, body = CANONICAL.partition("\n\n")
    games, _, comment = body.partition(" {to be")
    squeezed = head.replace("\n", "") + games.replace("\n", " ") + "{to be" + comment
    spread = head + "\n,\n" + games.replace("\n", " \t\n\n").replace(", ", "\n,\n,") + "\n{to be" + comment
    assert write_rubber(read_one(squeezed)) == CANONICAL
    assert write_rubber(read_one(spread)) == CANONICAL
    assert write_rubber(read_one(CANONICAL.replace("\n", "\r\n"))) == CANONICAL


def test_a_comma_stands_behind_each_trick_but_the_last() -> None:
    names = ["HK", "HQ", "DK", "C8", "SJ", "HA", "SA", "H9", "CJ", "CT"]
    cards = [CardPlayed(CARD_BY_NAME[name]) for name in names]
    for count, expected in [
        (1, "HK"),
        (2, "HK HQ"),
        (3, "HK HQ, DK"),
        (4, "HK HQ, DK C8"),
        (10, "HK HQ, DK C8, SJ HA, SA H9, CJ CT"),
    ]:
        assert write_deal(Deal(1, "A", tuple(cards[:count]))) == f"1. A {expected}"


def test_a_comment_behind_a_trick_stands_behind_its_comma() -> None:
    cards = tuple(CardPlayed(CARD_BY_NAME[name]) for name in ("HK", "HQ", "DK", "C8"))
    deal = Deal(1, "A", cards, (Comment(3, "quick"), Comment(5, "slow")))
    assert write_deal(deal) == "1. A HK HQ, {quick} DK C8 {slow}"


def test_rubbers_are_parted_by_a_blank_line() -> None:
    one = write_rubber(Rubber(TAGS))
    assert "".join(write_rubbers([Rubber(TAGS)] * 3)) == f"{one}\n{one}\n{one}"
    assert list(write_rubbers([])) == []


def test_a_game_without_deals_takes_one_line() -> None:
    games = (Game(1, (), (), (5, 2)), Game(2, (Cut(((0, 1),)),), (), (0, 5)), Game(3))
    text = write_rubber(Rubber(TAGS, games, Ending((1, 1))))
    assert text.split("\n")[4:] == ["Game 1 #5-2", "Game 2 cut A=S7 B=S8 #0-5", "Game 3", "##1-1", ""]


@each_row(
    "items",
    [
        (TurnUp(0), Packets("3-2")),
        (Hand("A", 1), Hand("B", 2)),
        (Hand("B", 1), Hand("B", 2)),
        (CardPlayed(0), TurnUp(0)),
        (Outcome("A"), CardPlayed(0)),
        (Outcome("A"), Outcome("A")),
        (Score((1, 0)), Outcome("A")),
        (Score((1, 0)), CardPlayed(0)),
    ],
)
def test_items_out_of_their_turn_are_not_written(items: tuple[Item, ...]) -> None:
    with pytest.raises(RecordError, match=r"can't be written: an? \w+ stands out of its turn"):
        write_deal(Deal(1, "A", items))


@each_row(
    "text",
    [
        "a } brace",
        "a\rreturn",
        'before\n[EGN "1"]',
        'before\n\ufeff[EGN "1"]',
        "x" * (COMMENT_CHARACTERS + 1),
        "a NUL \0",
        "half \ud800",
    ],
)
def test_a_comment_that_would_not_be_read_back_is_not_written(text: str) -> None:
    deal = Deal(1, "A", (), (Comment(1, text),))
    for record in (
        Rubber(TAGS, (), None, (text,)),
        Rubber(TAGS, (), Ending(None, (text,))),
        Rubber(TAGS, (Game(1, (), (), None, (Comment(0, text),)),), Ending(None)),
        Rubber(TAGS, (Game(1, (), (), (5, 0), (), (text,)),), Ending(None)),
        Rubber(TAGS, (Game(1, (), (deal,)),), Ending(None)),
    ):
        with pytest.raises(RecordError, match=r"can't be written"):
            write_rubber(record)


@each_row("comments", [(Comment(-1, "x"),), (Comment(3, "x"),), (Comment(2, "x"), Comment(1, "y"))])
def test_a_comment_behind_no_token_or_out_of_order_is_not_written(comments: tuple[Comment, ...]) -> None:
    with pytest.raises(RecordError, match="out of order, or none of the 3"):
        write_deal(Deal(1, "A", (CardPlayed(0),), comments))


@each_row(
    ("record", "reason"),
    [
        (Rubber(TAGS, (Game(1),)), "without an ending"),
        (Rubber(TAGS, (Game(1, (Cut(()),)),), Ending(None)), "without a pair"),
        (Rubber(TAGS, (Game(1, (Cut(((0, 32),)),)),), Ending(None)), "not one of the 32"),
        (Rubber(TAGS, (Game(1, (), (), None, (), ("x",)),), Ending(None)), "without the points"),
        (Rubber(TAGS, (Game(-1),), Ending(None)), "digits"),
        (Rubber(TAGS, (), Ending((0, 10**9))), "digits"),
        (Rubber(TAGS, (), None, ("x" * COMMENT_CHARACTERS,) * 11), str(RUBBER_BYTES)),
        (Rubber((*TAGS[:2],)), "without the tag B"),
    ],
)
def test_a_record_that_has_no_text_is_not_written(record: Rubber, reason: str) -> None:
    with pytest.raises(RecordError, match=reason):
        write_rubber(record)


def test_a_deal_is_written_as_it_stands_in_a_rubber() -> None:
    deal = Deal(3, "B", (TurnUp(9), Hand("A", parse_cards("SK.HA"), partial=True), CardPlayed(None)))
    assert write_deal(deal) == "3. B ^H8 A:SK.HA~ --"
    text = write_rubber(Rubber(TAGS, (Game(1, (), (deal,)),), Ending(None)))
    assert write_deal(deal) in text.split("\n")
