"""How a parallel run hands tests out: by file, but for those that are marked to go together."""

from __future__ import annotations

import pytest

from tests.support.distribution import FilesTogether


@pytest.mark.parametrize(
    ("test", "scope"),
    [
        ("tests/scoring/test_cards.py::test_rank[SA]", "tests/scoring/test_cards.py"),
        ("tests/scoring/test_cards.py::test_mail[owner@example.org]", "tests/scoring/test_cards.py"),
        ("tests/faults/test_worker.py::test_kill[web]@faults", "faults"),
        ("tests/faults/test_worker.py::test_kill@faults", "faults"),
        ("tests/web/test_mail.py::test_sent[a@b.example]@started site", "started site"),
    ],
)
def test_scope(test: str, scope: str) -> None:
    assert FilesTogether._split_scope(None, test) == scope  # type: ignore[arg-type]
