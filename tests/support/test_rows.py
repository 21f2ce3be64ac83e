"""Tables of cases in one test."""

from __future__ import annotations

import pytest

from tests.support.rows import each_row


def test_every_row_is_tried_and_those_that_fail_are_named() -> None:
    tried = []

    @each_row("letter", "ab")
    @each_row(("number", "is_right"), [(1, True), (2, False)])
    def check(letter: str, number: int, is_right: bool) -> None:
        tried.append((letter, number))
        assert is_right

    with pytest.raises(BaseExceptionGroup) as caught:
        check()
    assert tried == [("a", 1), ("a", 2), ("b", 1), ("b", 2)]
    inner = [
        group.exceptions[0] for group in caught.value.exceptions if isinstance(group, BaseExceptionGroup)
    ]
    assert [failure.__notes__ for failure in inner] == [["row: (2, False)"]] * 2
