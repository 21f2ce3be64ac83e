"""Say of a stored result which of its scores were written above five and count as five."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from matches.pages.common.results import score_text
from scoring.marks import capped


def capped_score_words(findings: Iterable[Mapping[str, Any]]) -> str:
    """Return a sentence for each score that was capped, from ``Rubber.findings``; "" if there is none.

    >>> capped_score_words([])
    ''
    """
    sentences = []
    for finding in findings:
        if (finding["code"], finding["variant"]) == ("E05", "above_five"):
            a, b = (int(points) for points in finding["params"]["stated"].split("-"))
            counted = capped((a, b)) or (a, b)
            values = {
                "game": finding["game"],
                "written": score_text(a, b),
                "counted": score_text(*counted),
            }
            sentences.append(_("Game %(game)s: %(written)s is stored as %(counted)s.") % values)
    return " ".join(sentences)
