"""``scoring/golden/triomphe.egn``, and what it comes to, reckoned by hand: cards, marks alone, irregularities."""

from __future__ import annotations

import json

from scoring.check import check_file
from scoring.notation import read_file, write_rubbers
from tests.samples import sample

RECORDS = sample("triomphe.egn")
EXPECTED = sample("triomphe.expected.jsonl")


def test_a_check_says_what_was_reckoned() -> None:
    with RECORDS.open("rb") as stream:
        found = [rubber.as_json() for rubber in check_file(stream)]
    assert found == [json.loads(line) for line in EXPECTED.read_text(encoding="utf-8").splitlines()]


def test_the_file_is_canonical() -> None:
    with RECORDS.open("rb") as stream:
        assert "".join(write_rubbers(read.rubber for read in read_file(stream))) == RECORDS.read_text("utf-8")
