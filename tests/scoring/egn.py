"""Short ways to write records in tests: a body in the notation, tags as keywords."""

from __future__ import annotations

from scoring.check import check_read
from scoring.checked import CheckedDeal, CheckedRubber
from scoring.notation import read_text

TAGS = {"A": "Orford", "B": "Baldwin", "BestOf": "1"}


def egn(body: str, **tags: str) -> str:
    """A rubber's text: best of one between two players unless ``tags`` say otherwise."""
    lines = [f'[{name} "{value}"]' for name, value in {"EGN": "1", **TAGS, **tags}.items()]
    return "\n".join(lines) + "\n\n" + body + "\n"


def checked(body: str, **tags: str) -> CheckedRubber:
    """The one rubber that ``body`` makes, judged."""
    (read,) = read_text(egn(body, **tags))
    return check_read(read)


def one_deal(deal: str, **tags: str) -> CheckedRubber:
    """A rubber of one deal, left unfinished."""
    return checked(f"Game 1\n{deal}\n*", **tags)


def first_deal(deal: str, **tags: str) -> CheckedDeal:
    return one_deal(deal, **tags).games[0].deals[0]


def codes(rubber: CheckedRubber) -> list[tuple[str, str]]:
    """(code, severity) of each finding, in order."""
    return [(finding.code, finding.severity) for finding in rubber.findings]
