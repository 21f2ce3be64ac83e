from __future__ import annotations

from matches.pages.common.capped_scores import capped_score_words
from matches.rubbers.projection import finding_facts
from matches.rubbers.record_from_input import result_record
from scoring.check import check_rubber


def test_score_above_five_is_named_with_what_counts() -> None:
    checked = check_rubber(result_record({"EGN": "1", "A": "A", "B": "B"}, games=[(3, 5), (6, 2), (5, 7)]))
    findings = [finding_facts(finding) for finding in checked.findings]
    assert capped_score_words(findings).startswith("Game 2: 6–2 is stored as 5–2.")
