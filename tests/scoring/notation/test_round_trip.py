"""Reader and writer are each other's inverse, on the shipped records and on records of every shape."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import RecordError
from scoring.notation import read_file, read_one, read_text, write_rubber, write_rubbers
from scoring.notation.lexer import END_OF_TEXT, lex, plain_tokens
from scoring.record import Rubber
from tests.samples import sample
from tests.scoring.strategies import rubbers
from tests.support.examples import examples
from tests.support.rows import each_row

SAMPLES = Path(__file__).parents[2] / "data" / "samples"
FEW = settings(max_examples=examples(5, many=40))
MANY = settings(max_examples=500, deadline=None)
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


def check_reading_back(rubber: Rubber) -> None:
    text = write_rubber(rubber)
    assert read_one(text) == rubber
    assert text.endswith("\n")
    assert not text.endswith("\n\n")


def check_line_ends(records: list[Rubber], line_end: str) -> None:
    text = "".join(write_rubbers(records)).replace("\n", line_end)
    reads = list(read_text(text))
    assert [read.rubber for read in reads] == records
    assert [read.fault for read in reads] == [None] * len(records)
    assert [read.index for read in reads] == list(range(1, len(records) + 1))


def check_lexing(rubber: Rubber) -> None:
    body = write_rubber(rubber).partition("\n\n")[2]
    tokens = plain_tokens(body)
    if tokens is not None:
        assert lex(body, 0).tokens == tokens
    else:
        assert END_OF_TEXT in lex(body, 0).tokens


def check_another_order(rubber: Rubber, data: st.DataObject) -> None:
    """Canonical order is not only what the writer makes, it is all that it takes."""
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


@FEW
@given(rubbers(), st.data())
def test_every_record_is_read_back_in_its_order_and_in_another_or_refused(
    rubber: Rubber, data: st.DataObject
) -> None:
    check_reading_back(rubber)
    check_lexing(rubber)
    check_another_order(rubber, data)


@FEW
@given(FILES, LINE_ENDS)
def test_a_file_holds_its_rubbers_whatever_its_line_ends(records: list[Rubber], line_end: str) -> None:
    check_line_ends(records, line_end)


@pytest.mark.soak
@MANY
@given(rubbers(), st.data())
def test_many_more_records_are_read_back_in_any_order_or_refused(rubber: Rubber, data: st.DataObject) -> None:
    check_reading_back(rubber)
    check_lexing(rubber)
    check_another_order(rubber, data)


@pytest.mark.soak
@MANY
@given(FILES, LINE_ENDS)
def test_many_more_files_hold_their_rubbers_whatever_their_line_ends(
    records: list[Rubber], line_end: str
) -> None:
    check_line_ends(records, line_end)
