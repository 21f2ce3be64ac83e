from __future__ import annotations

import pytest

from tests.support.once_more import INEXCUSABLE, MOST, Failure, inexcusable, is_excusable, run_again


def failure(number: int = 1, *, excusable: bool = True) -> Failure:
    return Failure(f"tests/test_x.py::test_{number}", "on SQLite", "ValueError: no", excusable)


def test_a_test_that_passes_the_second_time_is_listed_with_its_first_reason() -> None:
    second = run_again([failure(1), failure(2)], lambda each: each == failure(1))
    assert (second.excused, second.failed) == ([failure(1)], [failure(2)])
    assert second.lines() == [
        "FAILED tests/test_x.py::test_2 on SQLite: ValueError: no",
        "Passed when run again. Mend what made each of them fail at first:",
        "  tests/test_x.py::test_1 on SQLite: ValueError: no",
    ]


def test_a_failure_that_chance_does_not_excuse_is_not_run_again() -> None:
    second = run_again([failure(excusable=False)], lambda _each: True)
    assert (second.excused, second.failed) == ([], [failure(excusable=False)])


@pytest.mark.parametrize(("number", "runs"), [(MOST, MOST), (MOST + 1, 0)])
def test_no_test_is_run_again_if_too_many_failed(number: int, runs: int) -> None:
    tried: list[Failure] = []
    failures = [failure(each) for each in range(number)]
    second = run_again(failures, lambda each: not tried.append(each))  # type: ignore[func-returns-value]
    assert (len(tried), len(second.excused), len(second.failed)) == (runs, runs, number - runs)


def test_what_must_not_happen_even_once_is_noted_on_the_error() -> None:
    with pytest.raises(ValueError, match="no entry") as caught, inexcusable("an entry was lost"):
        raise ValueError("no entry")
    [note] = caught.value.__notes__
    assert note == f"{INEXCUSABLE}: an entry was lost."
    assert not is_excusable(f"E   ValueError: no entry\nE   {note}")


def test_reports_of_other_failures_are_excusable() -> None:
    assert is_excusable("E   AssertionError: assert 1 == 2")
    assert not is_excusable("E   Failing test case: test_x(\nE       number=0,\nE   )")
