from __future__ import annotations

from scoring.findings import Finding, new_findings
from tests.support.rows import each_row

FIRST = Finding("L43R", "ruling", game=1, deal=2, trick=1)
SECOND = Finding("L43R", "ruling", game=1, deal=2, trick=3)
ELSEWHERE = Finding("L43R", "ruling", game=1, deal=3, trick=1)


def test_what_was_there_before_is_not_new() -> None:
    assert list(new_findings([FIRST], [FIRST])) == []
    assert list(new_findings([FIRST, ELSEWHERE], [ELSEWHERE])) == []


@each_row("other", [SECOND, ELSEWHERE])
def test_second_of_a_kind_in_one_deal_and_in_another_is_new(other: Finding) -> None:
    assert list(new_findings([FIRST], [FIRST, other])) == [other]
