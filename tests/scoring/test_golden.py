"""The golden records, which ship with the engine, against the results that come with them.

``incidents.egn`` has a deal for each remedy of each law. ``make incidents`` renews its results; compare the changes
with the laws before you commit them. Those of ``triomphe.egn`` are calculated by hand: cards, marks alone,
irregularities. tests/scoring/test_samples.py has ``faults.egn``.
"""

from __future__ import annotations

import json

from scoring.checked import CheckedRubber
from scoring.incidents import ENDS_DEAL, ROWS
from scoring.notation import read_file, write_rubbers
from scoring.record import Incident
from tests.samples import checked_sample, sample
from tests.support.rows import each_row

GOLDEN = ["incidents", "triomphe"]


def incidents_of(rubber: CheckedRubber) -> list[Incident]:
    openings = [part for game in rubber.games for part in game.game.opening]
    items = [item for game in rubber.games for deal in game.deals for item in deal.deal.items]
    return [one for one in (*openings, *items) if isinstance(one, Incident)]


@each_row("name", GOLDEN)
def test_a_check_says_what_is_written_down(name: str) -> None:
    expected = sample(f"{name}.expected.jsonl").read_text(encoding="utf-8").splitlines()
    found = [rubber.as_json() for rubber in checked_sample(f"{name}.egn")]
    assert found == [json.loads(line) for line in expected]


@each_row("name", GOLDEN)
def test_the_file_is_canonical(name: str) -> None:
    path = sample(f"{name}.egn")
    with path.open("rb") as stream:
        text = "".join(write_rubbers(read.rubber for read in read_file(stream)))
    assert path.read_text(encoding="utf-8") == text


def test_every_remedy_of_every_law_has_a_deal() -> None:
    covered = {
        (one.law, one.remedy) for rubber in checked_sample("incidents.egn") for one in incidents_of(rubber)
    }
    assert covered == {(law, remedy) for law, row in ROWS.items() for remedy in row.remedies}


def test_each_rubber_says_which_law_it_shows() -> None:
    for rubber in checked_sample("incidents.egn"):
        law = int((rubber.rubber.tag("Event") or "").removeprefix("Law "))
        remedies = {one.remedy for one in incidents_of(rubber) if one.law == law}
        assert set((rubber.rubber.tag("Round") or "").split(", ")) == remedies


def test_nothing_is_left_to_settle() -> None:
    assert [
        finding
        for rubber in checked_sample("incidents.egn")
        for finding in rubber.findings
        if finding.blocks_confirming
    ] == []


def test_every_deal_that_is_played_shows_all_its_cards() -> None:
    for rubber in checked_sample("incidents.egn"):
        for game in rubber.games:
            for deal in game.deals:
                applied = {noted.remedy for noted in deal.course.incidents}
                assert deal.depth == "play" or applied & ENDS_DEAL, (rubber.line, deal.number)
