from __future__ import annotations

import pytest

from tests.support.once_more import INEXCUSABLE, MOST, Failure, inexcusable, is_excusable, run_again


@pytest.mark.parametrize(("number", "runs"), [(MOST, MOST), (MOST + 1, 0)])
def test_no_test_is_run_again_if_too_many_failed(number: int, runs: int) -> None:
    tried: list[Failure] = []
    failures = [
        Failure(f"test_{each}", "on SQLite", "ValueError", is_excusable=True) for each in range(number)
    ]
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
