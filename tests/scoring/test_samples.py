"""The shipped records against the expected results that come with them."""

from __future__ import annotations

import json
from itertools import islice

from scoring.check import check_file
from scoring.findings import JsonValue
from tests.samples import SAMPLES, checked_sample, sample
from tests.support.examples import in_two_sizes
from tests.support.rows import each_row


def is_shown(expected: JsonValue, actual: JsonValue) -> bool:
    """Return True if ``actual`` has every key and value of ``expected``, lists row by row."""
    if isinstance(expected, dict):
        return isinstance(actual, dict) and all(is_shown(expected[key], actual.get(key)) for key in expected)
    if isinstance(expected, list) and expected and isinstance(expected[0], dict):
        return (
            isinstance(actual, list)
            and len(actual) == len(expected)
            and all(is_shown(wanted, given) for wanted, given in zip(expected, actual, strict=True))
        )
    return expected == actual


@in_two_sizes("most", 30, None)
@each_row("name", ["evening", "season"])
def test_clean_records_give_the_known_games_points_winners_and_scores(name: str, most: int | None) -> None:
    with sample(f"{name}.egn").open("rb") as stream:
        rubbers = list(islice(check_file(stream), most))
    lines = (SAMPLES / f"{name}.expected.jsonl").read_text().splitlines()[:most]
    assert len(rubbers) == len(lines)
    for rubber, line in zip(rubbers, lines, strict=True):
        assert [finding for finding in rubber.findings if finding.blocks_confirming] == []
        assert is_shown(json.loads(line), rubber.as_json()), (line, rubber.as_json())


def test_each_fault_is_found_where_it_is_and_nowhere_else() -> None:
    rubbers = checked_sample("faults.egn")
    rows = [json.loads(line) for line in (SAMPLES / "faults.expected.jsonl").read_text().splitlines()]
    assert [rubber.index for rubber in rubbers] == [row["index"] for row in rows]
    for rubber, row in zip(rubbers, rows, strict=True):
        findings = [
            (finding.code, finding.game, finding.deal)
            for finding in rubber.findings
            if finding.blocks_confirming or finding.code == row["code"]
        ]
        assert findings == [(row["code"], row["game"], row["deal"])], (row["fault"], rubber.findings)


def test_every_fault_has_a_place_and_words() -> None:
    for rubber in checked_sample("faults.egn"):
        for finding in rubber.findings:
            assert finding.line is not None
            assert finding.line >= rubber.line
            assert finding.column is not None
            assert finding.message
            assert finding.settle or not finding.blocks_confirming
