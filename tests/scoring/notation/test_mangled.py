"""Mangled files: for any bytes, the reader returns only its own findings, and intact rubbers survive."""

from __future__ import annotations

import io
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import NotEgnError
from scoring.findings import Finding, Spot
from scoring.notation import ReadRubber, read_file, read_one, write_rubber, write_rubbers
from scoring.notation.source import has_rubber, with_line_feeds
from scoring.notation_messages import MESSAGES, SETTLES
from scoring.record import Rubber
from tests.samples import SAMPLES, sample
from tests.scoring.strategies import rubbers
from tests.support.examples import examples, in_two_sizes

EVENING = (SAMPLES / "evening.egn").read_bytes()
FAULTS = sample("faults.egn").read_bytes()

# What breaks readers: the notation's own marks, halves of tokens, bytes that are no text.
MORSELS = [
    *rb'" \ [ ] { } ; ! ( ) # ## * , . : ~ -- -+ Game Game1 cut A= 1.A 0. B: !43b(HK; 99999999999'.split(),
    *(b'[EGN "', b'\n[EGN "1"]\n', b"\r", b"\n", b"\0", b"\xff", b"\xc3", b"\xef\xbb\xbf", b"\xe2\x80\xa8"),
    *(b"^H9 ", b"A:SK ", b"3-2 ", b"=void ", b"=A3 ", b"(2-1) ", b"( 2 -", b"# 5", b"!43b:replay "),
    *(b"HK?! ", b"Ka ", b" ", b"\xc2\xa0"),
]


def check_reading(data: bytes) -> list[ReadRubber]:
    """Read ``data``, and hold the reader to its promises for any input."""
    starts = [line.removeprefix(b"\xef\xbb\xbf") for line in with_line_feeds(data).split(b"\n")]
    expected = sum(line.startswith(b'[EGN "') for line in starts)
    try:
        reads = list(read_file(io.BytesIO(data)))
    except NotEgnError:
        assert not has_rubber(io.BytesIO(data))
        return []
    # Rubbers that begin in a looser form are counted, too.
    assert has_rubber(io.BytesIO(data))
    assert len(reads) >= expected
    assert [read.index for read in reads] == list(range(1, len(reads) + 1))
    begun = {read.line for read in reads}
    assert all(number in begun for number, line in enumerate(starts, 1) if line.startswith(b'[EGN "'))
    for read in reads:
        for finding in (read.preceding, read.fault):
            if finding is not None:
                check_finding(finding, read)
        if read.fault is None:
            assert read_one(write_rubber(read.rubber)) == read.rubber
        for game in range(len(read.rubber.games)):
            line, column = read.locate(Spot(game, 0, 2)) or (0, 0)
            assert line >= read.line
            assert column >= 1
    return reads


def check_finding(finding: Finding, read: ReadRubber) -> None:
    assert finding.code in ("E01", "E02", "E03")
    assert finding.message == MESSAGES[finding.code, finding.variant].format(**finding.params)
    assert finding.settle == SETTLES[finding.code, finding.variant]
    assert finding.message.isprintable()
    assert finding.line is not None
    assert finding.line >= 1
    assert finding.column is not None
    assert finding.column >= 1
    assert finding.game is None or finding.game >= len(read.rubber.games)


def flip(data: bytearray, chance: random.Random) -> None:
    data[chance.randrange(len(data))] = chance.randrange(256)


def cut(data: bytearray, chance: random.Random) -> None:
    del data[chance.randrange(len(data)) :]


def leave_out(data: bytearray, chance: random.Random) -> None:
    start = chance.randrange(len(data))
    del data[start : start + chance.randrange(1, 40)]


def double(data: bytearray, chance: random.Random) -> None:
    start = chance.randrange(len(data))
    piece = data[start : start + chance.randrange(1, 400)]
    data[start:start] = piece


def insert(data: bytearray, chance: random.Random) -> None:
    start = chance.randrange(len(data) + 1)
    data[start:start] = chance.choice(MORSELS)


def swap_words(data: bytearray, chance: random.Random) -> None:
    words = data.split(b" ")
    first, second = chance.randrange(len(words)), chance.randrange(len(words))
    words[first], words[second] = words[second], words[first]
    data[:] = b" ".join(words)


def mangle(data: bytes, chance: random.Random) -> bytes:
    mangled = bytearray(data)
    for _ in range(chance.randrange(1, 6)):
        if mangled:
            chance.choice((flip, cut, leave_out, double, insert, swap_words))(mangled, chance)
    return bytes(mangled)


def check_mangled(seed: int) -> None:
    chance = random.Random(seed)
    source = chance.choice([EVENING, FAULTS])
    start = chance.randrange(len(source))
    check_reading(mangle(source[source.find(b'[EGN "', start) :][:3000], chance))


@in_two_sizes("files", 40, 120)
def test_a_mangled_file_gives_findings_and_nothing_else(files: int) -> None:
    for seed in range(files):
        check_mangled(seed)


@given(st.binary(max_size=300))
def test_any_bytes_behind_a_rubber_tag_give_findings_and_nothing_else(data: bytes) -> None:
    check_reading(b'[EGN "1"] [A "x"] [B "y"]' + data)


@settings(max_examples=examples(25, many=50_000))
@given(st.lists(st.sampled_from(MORSELS), max_size=60))
def test_marks_of_the_notation_in_any_order_give_findings_and_nothing_else(morsels: list[bytes]) -> None:
    check_reading(b'[EGN "1"] [A "x"] [B "y"] Game 1 1. A ' + b"".join(morsels))


@settings(max_examples=examples(3, many=500))
@given(st.lists(rubbers(), min_size=1, max_size=2), st.integers(0, 2**32))
def test_a_mangled_record_of_any_shape_gives_findings_and_nothing_else(
    records: list[Rubber], seed: int
) -> None:
    check_reading(mangle("".join(write_rubbers(records)).encode(), random.Random(seed)))


@in_two_sizes("files", 15, 40)
def test_rubbers_around_a_mangled_one_are_read_as_ever(files: int) -> None:
    pieces = [b'[EGN "' + piece for piece in EVENING.split(b'[EGN "')[1:4]]
    whole = [read.rubber for read in read_file(io.BytesIO(b"".join(pieces)))]
    for seed in range(files):
        chance = random.Random(seed)
        # A mangled line may itself start a rubber; this test is about those that don't.
        mangled = b"\n".join(
            line for line in mangle(pieces[1][20:], chance).split(b"\n") if b"[EGN" not in line
        )
        reads = check_reading(pieces[0] + b'[EGN "1"]\n' + mangled + b"\n" + pieces[2])
        assert [read.rubber for read in reads[::2]] == whole[::2]
        assert len(reads) == 3


@in_two_sizes("step", 3 * 997, 997)
def test_a_file_cut_anywhere_keeps_the_rubbers_before_the_cut(step: int) -> None:
    for end in range(0, len(EVENING), step):
        whole = EVENING[:end].count(b'\n\n[EGN "')
        reads = check_reading(EVENING[:end])
        assert [read.fault for read in reads[:whole]] == [None] * whole, end


@pytest.mark.soak
@pytest.mark.parametrize("block", range(4))
def test_many_more_mangled_files_give_findings_and_nothing_else(block: int) -> None:
    for seed in range(1_000_000 + block * 25_000, 1_000_000 + (block + 1) * 25_000):
        check_mangled(seed)
