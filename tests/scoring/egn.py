"""Short ways to write records in tests: a body in the notation, tags as keywords."""

from __future__ import annotations

from scoring.check import check_read
from scoring.checked import CheckedDeal, CheckedRubber
from scoring.deal_course import Course
from scoring.notation import read_one, read_text
from scoring.record import Deal, Rubber

TAGS = {"A": "Orford", "B": "Baldwin", "BestOf": "1"}


def egn(body: str, **tags: str) -> str:
    """Return a rubber's text: best of one between two players unless ``tags`` override it."""
    lines = [f'[{name} "{value}"]' for name, value in {"EGN": "1", **TAGS, **tags}.items()]
    return "\n".join(lines) + "\n\n" + body + "\n"


def record(*deals: str, heading: str = "Game 1", **tags: str) -> Rubber:
    """Return an unfinished rubber of these deals, which are numbered from 1."""
    lines = [f"{number}. {deal}" for number, deal in enumerate(deals, start=1)]
    return read_one(egn("\n".join([heading, *lines, "*"]), **tags))


def deal_of(text: str) -> Deal:
    return record(text).games[0].deals[0]


def checked(body: str, **tags: str) -> CheckedRubber:
    """Return the one rubber that ``body`` makes, checked."""
    (read,) = read_text(egn(body, **tags))
    return check_read(read)


def one_deal(deal: str, **tags: str) -> CheckedRubber:
    """Return a rubber of one deal, left unfinished."""
    return checked(f"Game 1\n{deal}\n*", **tags)


def first_deal(deal: str, **tags: str) -> CheckedDeal:
    return one_deal(deal, **tags).games[0].deals[0]


def course_of(deal: str) -> Course:
    return first_deal(deal).course


def codes(rubber: CheckedRubber) -> str:
    """Return code and severity of each finding, such as ``L26 error, L23 warning``."""
    return ", ".join(f"{finding.code} {finding.severity}" for finding in rubber.findings)
