"""The check of any record at all: it ends, it raises nothing, and what it finds can be told in words."""

from __future__ import annotations

import json

from hypothesis import given

from scoring.check import check_read, check_rubber
from scoring.notation import read_text, write_rubber
from scoring.record import Rubber
from tests.scoring.strategies import rubbers


@given(rubbers())
def test_every_record_is_judged_and_every_finding_told(rubber: Rubber) -> None:
    checked = check_rubber(rubber)
    told = json.loads(json.dumps(checked.as_json()))
    assert len(told["games"]) == len(rubber.games)
    assert [finding["message"] for finding in told["findings"]] == [f.message for f in checked.findings]
    assert all(max(game.points) <= 5 for game in checked.games if game.points is not None)


@given(rubbers())
def test_a_record_is_judged_alike_with_and_without_its_text(rubber: Rubber) -> None:
    (read,) = read_text(write_rubber(rubber))
    with_text, without = check_read(read), check_rubber(rubber)
    assert with_text.games_won == without.games_won
    assert [(f.code, f.game, f.deal, f.trick) for f in with_text.findings] == [
        (f.code, f.game, f.deal, f.trick) for f in without.findings
    ]
    assert all(finding.line is not None for finding in with_text.findings)
