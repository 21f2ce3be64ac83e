from __future__ import annotations

import pytest

from scoring.calling import Said, calls_of


@pytest.mark.parametrize(
    ("said", "times", "letters"),
    [
        ("", 1, ""),
        ("stood", 1, "S"),
        ("refused", 1, "PR"),
        ("given_stood", 1, "PGS"),
        ("given_stood", 2, "PGPGS"),
        ("given_refused", 1, "PGPR"),
    ],
)
def test_calls_in_words_become_letters(said: Said, times: int, letters: str) -> None:
    assert calls_of(said, times) == letters
