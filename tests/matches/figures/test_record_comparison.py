"""Two texts side by side: the lines that differ are marked, and equal ones left out."""

from __future__ import annotations

import pytest

from matches.figures.record_comparison import LINES_COMPARED, Passage, compare

SAME = "\n".join(f"line {number}" for number in range(1, 11))


def render_passages(passages: tuple[Passage, ...]) -> str:
    """Return the rows as ``5: =4 =5 *6``: after five lines left out, two that are equal and one that differs."""
    signs = {"same": "=", "changed": "*", "alone": "+"}
    parts = [
        f"{passage.skipped}: " + " ".join(f"{signs[line.mark]}{line.number}" for line in passage.lines)
        for passage in passages
    ]
    return " | ".join(parts)


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
    comparison = compare(first, second)
    assert (render_passages(comparison.first), render_passages(comparison.second)) == expected
    assert not comparison.is_cut


def test_what_is_longer_than_any_record_is_compared_in_part() -> None:
    long = "\n".join(str(number) for number in range(LINES_COMPARED + 1))
    assert compare(long, "0").is_cut
