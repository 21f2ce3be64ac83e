from __future__ import annotations

from matches.common.natural_order import natural_key


def test_numbers_count_and_words_follow_them_without_regard_to_case() -> None:
    labels = ["10", "Final", "2", "Table 10", "1b", "table 9", "1", "A2", "a10", ""]
    assert sorted(labels, key=natural_key) == [
        *("1", "1b", "2", "10", "A2", "a10", "Final", "table 9", "Table 10", "")
    ]
