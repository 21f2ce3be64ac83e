"""A few thousand inputs, and each that ever broke something; `manage.py soak fuzz` makes it a million."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz import MIB_ALLOWED
from tests.fuzz.fuzzer import FINDS, IS_HERE, run_fuzzer, seeds
from tests.fuzz.grammar import change, cross
from tests.fuzz.target import check_input

pytestmark = pytest.mark.sweep

needs_the_fuzzer = pytest.mark.skipif(not IS_HERE, reason="atheris comes built for Linux on x86-64 alone")


def test_what_once_broke_something_breaks_nothing_now() -> None:
    for find in sorted(FINDS.glob("*")):
        check_input(find.read_bytes())


def test_seeds_and_their_changes_break_no_promise() -> None:
    records = seeds()
    for number, record in enumerate(records):
        check_input(record)
        check_input(change(record, number))
        check_input(cross(record, records[-number], number))


@needs_the_fuzzer
@pytest.mark.long
def test_a_short_fuzz_finds_nothing_and_sees_more_branches_than_the_seeds_take(tmp_path: Path) -> None:
    run = run_fuzzer(3_000, finds=tmp_path)
    assert run.found_nothing, run.report
    assert list(tmp_path.iterdir()) == []
    assert run.notes[-1].inputs == 3_000
    assert run.kept > 100
    assert run.branches > 1_000


@needs_the_fuzzer
@pytest.mark.long
def test_a_promise_that_is_broken_is_found_and_its_input_kept(tmp_path: Path) -> None:
    run = run_fuzzer(20_000, finds=tmp_path, target="tests.fuzz.planted")
    assert not run.found_nothing
    (find,) = tmp_path.iterdir()
    assert find.name.startswith("crash-")
    assert "AssertionError" in run.report


@needs_the_fuzzer
@pytest.mark.long
def test_what_takes_too_much_memory_is_found(tmp_path: Path) -> None:
    run = run_fuzzer(1_000, finds=tmp_path, target="tests.fuzz.greedy")
    assert not run.found_nothing
    assert "MemoryError" in run.report
    assert [find.name.partition("-")[0] for find in tmp_path.iterdir()] == ["crash"]


@pytest.mark.soak
@needs_the_fuzzer
def test_the_memory_of_who_starts_the_fuzz_is_not_counted(tmp_path: Path) -> None:
    ballast = bytearray(b"x") * ((MIB_ALLOWED + 100) << 20)
    del ballast
    run = run_fuzzer(10_000, finds=tmp_path)
    assert run.found_nothing, run.report
