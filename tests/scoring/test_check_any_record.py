"""The check of any record at all: it ends, it raises nothing, and what it finds can be told in words."""

from __future__ import annotations

import json

from hypothesis import given, settings

from scoring.check import check_read, check_rubber
from scoring.notation import read_text, write_rubber
from scoring.record import Rubber
from tests.scoring.strategies import rubbers
from tests.support.examples import examples


@settings(max_examples=examples(6, many=200))
@given(rubbers())
def test_every_record_is_judged_alike_with_and_without_its_text_and_every_finding_told(
    rubber: Rubber,
) -> None:
    (read,) = read_text(write_rubber(rubber))
    with_text, without = check_read(read), check_rubber(rubber)
    told = json.loads(json.dumps(without.as_json()))
    assert len(told["games"]) == len(rubber.games)
    assert [finding["message"] for finding in told["findings"]] == [f.message for f in without.findings]
    assert all(max(game.points) <= 5 for game in without.games if game.points is not None)
    assert with_text.games_won == without.games_won
    assert [(f.code, f.game, f.deal, f.trick) for f in with_text.findings] == [
        (f.code, f.game, f.deal, f.trick) for f in without.findings
    ]
    assert all(finding.line is not None for finding in with_text.findings)
