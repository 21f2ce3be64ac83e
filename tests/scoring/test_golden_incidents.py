"""``scoring/golden/incidents.egn``, a deal for each remedy of each law, and what a check says of it.

The two files ship with the engine. ``make incidents`` renews the second from the first; what
changes is to be read against the laws before it is kept.
"""

from __future__ import annotations

import json

from scoring.check import check_file
from scoring.checked import CheckedRubber
from scoring.incidents import ENDS_DEAL, ROWS
from scoring.notation import read_file, write_rubbers
from scoring.record import Incident
from tests.samples import sample

RECORDS = sample("incidents.egn")
EXPECTED = sample("incidents.expected.jsonl")


def rubbers() -> list[CheckedRubber]:
    with RECORDS.open("rb") as stream:
        return list(check_file(stream))


def incidents_of(rubber: CheckedRubber) -> list[Incident]:
    openings = [part for game in rubber.games for part in game.game.opening]
    items = [item for game in rubber.games for deal in game.deals for item in deal.deal.items]
    return [one for one in (*openings, *items) if isinstance(one, Incident)]


def test_a_check_says_what_is_written_down() -> None:
    expected = [json.loads(line) for line in EXPECTED.read_text(encoding="utf-8").splitlines()]
    assert [rubber.as_json() for rubber in rubbers()] == expected


def test_every_remedy_of_every_law_has_a_deal() -> None:
    shown = {(one.law, one.remedy) for rubber in rubbers() for one in incidents_of(rubber)}
    assert shown == {(law, remedy) for law, row in ROWS.items() for remedy in row.remedies}


def test_each_rubber_says_which_law_it_shows() -> None:
    for rubber in rubbers():
        law = int((rubber.rubber.tag("Event") or "").removeprefix("Law "))
        remedies = {one.remedy for one in incidents_of(rubber) if one.law == law}
        assert set((rubber.rubber.tag("Round") or "").split(", ")) == remedies


def test_nothing_is_left_to_settle() -> None:
    assert [finding for rubber in rubbers() for finding in rubber.findings if finding.blocks_confirming] == []


def test_every_deal_that_is_played_shows_all_its_cards() -> None:
    for rubber in rubbers():
        for game in rubber.games:
            for deal in game.deals:
                applied = {noted.remedy for noted in deal.course.incidents}
                assert deal.depth == "play" or applied & ENDS_DEAL, (rubber.line, deal.number)


def test_the_file_is_canonical() -> None:
    with RECORDS.open("rb") as stream:
        text = "".join(write_rubbers(read.rubber for read in read_file(stream)))
    assert RECORDS.read_text(encoding="utf-8") == text
