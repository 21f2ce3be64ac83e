"""The tested promise: any input is either refused by the reader, or checked, described, written and read back."""

from __future__ import annotations

import io

from scoring.check import check_read
from scoring.checked import CheckedDeal
from scoring.errors import NotEgnError
from scoring.notation import read_file, read_one, write_rubber

SEVERITIES = frozenset({"error", "ruling", "warning", "note"})


def is_worth_of_triomphe(deal: CheckedDeal) -> bool:
    """Return True for at most one mark, for tricks or an accepted offer, of at most two points; never a king."""
    worth = [(mark.law, mark.points) for mark in deal.marks]
    return worth in ([], [(48, 1)], [(48, 2)], [(49, 2)])


def check_input(data: bytes) -> None:
    """Read, check, describe and write ``data`` as `check --json` and `format` do. Raises if a promise is broken."""
    reads = []
    try:
        for read in read_file(io.BytesIO(data)):
            reads.append(read)
    except NotEgnError:
        assert not reads
        return
    for read in reads:
        checked = check_read(read)
        assert checked.as_json()["index"] == read.index
        assert len(checked.games) == len(read.rubber.games)
        for finding in checked.findings:
            assert finding.severity in SEVERITIES
            assert finding.line is None or finding.line >= 1
        for game in checked.games:
            assert game.points is None or max(game.points) <= 5
            assert all(deal.score is None or max(deal.score) <= 5 for deal in game.deals)
            assert all(deal.tricks is None or sum(deal.tricks) <= 5 for deal in game.deals)
            if read.rubber.rules.variant == "triomphe":
                assert all(is_worth_of_triomphe(deal) for deal in game.deals)
        # Half of a fuzz's time would go into reading again; one in four is a quarter of a million.
        if read.fault is None and len(data) % 4 == 0:
            assert read_one(write_rubber(read.rubber)) == read.rubber
