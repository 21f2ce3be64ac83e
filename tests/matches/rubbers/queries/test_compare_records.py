"""Two texts side by side: which lines are told apart, and which are left out."""

from __future__ import annotations

import pytest

from matches.rubbers.queries.compare_records import LINES_COMPARED, Passage, compare

SAME = "\n".join(f"line {number}" for number in range(1, 11))


def shown(passages: tuple[Passage, ...]) -> str:
    """``5: =4 =5 *6``: after five lines left out, two that are the same and one that is not."""
    signs = {"same": "=", "changed": "*", "alone": "+"}
    told = [
        f"{passage.skipped}: " + " ".join(f"{signs[line.mark]}{line.number}" for line in passage.lines)
        for passage in passages
    ]
    return " | ".join(told)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (SAME, SAME, ("", "")),
        (SAME, SAME.replace("line 5", "other"), ("2: =3 =4 *5 =6 =7", "2: =3 =4 *5 =6 =7")),
        (SAME, SAME.replace("line 1\n", ""), ("0: +1 =2 =3", "")),
        (SAME.replace("line 10", "line 10\nline 11"), SAME, ("8: =9 =10 +11", "")),
        (
            SAME.replace("line 1\n", "x\n"),
            SAME.replace("line 9", "y"),
            ("0: *1 =2 =3 | 3: =7 =8 *9 =10", "0: *1 =2 =3 | 3: =7 =8 *9 =10"),
        ),
    ],
    ids=["nothing", "one changed", "one missing", "one more", "two apart"],
)
def test_lines_that_differ_are_shown_with_their_neighbours(
    first: str, second: str, expected: tuple[str, str]
) -> None:
    found = compare(first, second)
    assert (shown(found.first), shown(found.second)) == expected
    assert not found.is_cut


def test_what_is_longer_than_any_record_is_compared_in_part() -> None:
    long = "\n".join(str(number) for number in range(LINES_COMPARED + 1))
    assert compare(long, "0").is_cut
