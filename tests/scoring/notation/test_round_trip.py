"""Reader and writer are each other's inverse, on the shipped records, records of every shape, and signs added
after release 0.1.0.
"""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import NotationError, RecordError
from scoring.follow import follow_deal
from scoring.notation import read_file, read_one, read_text, write_rubber, write_rubbers
from scoring.notation.lexer import END_OF_TEXT, lex, plain_tokens
from scoring.notation.writer import write_cut
from scoring.record import Call, Cut, KingAnnounced, Rubber
from tests.samples import SAMPLES, sample
from tests.scoring.egn import egn
from tests.scoring.strategies import rubbers
from tests.support.examples import examples
from tests.support.rows import each_row

FILES = st.lists(rubbers(), min_size=1, max_size=3)
LINE_ENDS = st.sampled_from(["\n", "\r\n", "\r"])


@each_row("name", ["evening", "season", "review"])
def test_a_canonical_file_comes_back_byte_for_byte(name: str) -> None:
    data = (SAMPLES / f"{name}.egn").read_bytes()
    reads = list(read_file(io.BytesIO(data)))
    assert [read.fault for read in reads if read.fault] == []
    assert "".join(write_rubbers(read.rubber for read in reads)).encode() == data


def test_every_readable_rubber_of_a_faulty_file_comes_back() -> None:
    with sample("faults.egn").open("rb") as stream:
        reads = list(read_file(stream))
    assert [read.index for read in reads if read.fault] == [21, 22, 23]
    for read in reads:
        if not read.fault:
            assert write_rubber(read.rubber) == read.text.rstrip("\n") + "\n"


def check_lexing(body: str) -> None:
    tokens = plain_tokens(body)
    if tokens is not None:
        assert lex(body, 0).tokens == tokens
    else:
        assert END_OF_TEXT in lex(body, 0).tokens


def check_another_order(rubber: Rubber, data: st.DataObject) -> None:
    """Check that the canonical order is the only one that the writer produces and accepts."""
    games = [
        replace(
            game,
            deals=tuple(
                replace(deal, items=tuple(data.draw(st.permutations(deal.items)))) for deal in game.deals
            ),
        )
        for game in rubber.games
    ]
    shuffled = replace(rubber, games=tuple(games), tags=tuple(data.draw(st.permutations(rubber.tags))))
    try:
        text = write_rubber(shuffled)
    except RecordError:
        return
    assert read_one(text) == shuffled


@settings(max_examples=examples(5, many=5_000))
@given(rubbers(), st.data())
def test_every_record_is_read_back_in_its_order_and_in_another_or_refused(
    rubber: Rubber, data: st.DataObject
) -> None:
    text = write_rubber(rubber)
    assert read_one(text) == rubber
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    check_lexing(text.partition("\n\n")[2])
    check_another_order(rubber, data)


@settings(max_examples=examples(5, many=500))
@given(FILES, LINE_ENDS)
def test_a_file_holds_its_rubbers_whatever_its_line_ends(records: list[Rubber], line_end: str) -> None:
    text = "".join(write_rubbers(records)).replace("\n", line_end)
    reads = list(read_text(text))
    assert [read.rubber for read in reads] == records
    assert [read.fault for read in reads] == [None] * len(records)
    assert [read.index for read in reads] == list(range(1, len(records) + 1))


ROUND_TRIPS = [
    "Game 1 cut A=HK B=D8 cards=red seat=north-east\n1. A S =B3 (0-1)\n*",
    "Game 1 cut A=HQ B=DQ A=HK B=D8 seat=près\n1. A S =B3 (0-1)\n*",
    "Game 1\n1. A S kb =B3 (0-1) !50b(king;1):mark (0-2)\n*",
    "Game 1\n1. A P G -5 -5 P G -5 -5 P g! R =B3 (0-1)\n*",
]


@each_row("body", ROUND_TRIPS)
def test_what_is_written_is_what_was_read(body: str) -> None:
    text = egn(body)
    assert write_rubber(read_one(text)) == text


def test_choices_stand_in_their_order_and_comments_stay_with_them() -> None:
    text = egn(
        "Game 1 cut B=D8 A=HK seat=north {the window} cards=red {old} !1b:reshuffle\n1. A S =B3 (0-1)\n*"
    )
    heading = "Game 1 cut A=HK B=D8 cards=red {old} seat=north {the window} !1b:reshuffle"
    assert heading in write_rubber(read_one(text))


@each_row("token", ["kc", "kA", "g?!?", "gg"])
def test_what_only_looks_like_a_sign_is_refused(token: str) -> None:
    with pytest.raises(NotationError):
        read_one(egn(f"Game 1\n1. A S {token} =B3\n*"))


@each_row("chosen", [(("seat", "a"), ("cards", "b")), (("cards", "two words"),), (("seat", ""),)])
def test_a_choice_that_would_not_be_read_back_is_not_written(chosen: tuple[tuple[str, str], ...]) -> None:
    with pytest.raises(RecordError):
        write_cut(Cut(((7, 15),), chosen))  # type: ignore[arg-type]


def test_signs_are_items_of_their_own() -> None:
    deal = read_one(egn("Game 1\n1. A P g ka =B3 (0-1)\n*")).games[0].deals[0]
    assert deal.items[1:3] == (Call("G", is_conditional=True), KingAnnounced("A"))
    assert follow_deal(deal).kings == ()
    assert [king.player for king in follow_deal(deal).announced] == ["A"]


def test_a_condition_that_failed_leaves_the_refusal() -> None:
    deal = read_one(egn("Game 1\n1. A P G -5 -5 P g R =B3 (0-1)\n*")).games[0].deals[0]
    assert (follow_deal(deal).letters, follow_deal(deal).vulnerable) == ("PGPR", "none")
