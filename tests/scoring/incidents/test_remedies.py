"""The remedies that each of the 55 laws allows for each set of facts, and the player who chooses.

Source: the club code of 1877 ("The Laws of Écarté", ed. Cavendish, 55 laws), as the service applies it: the table
"Incidents, facts, remedies, effect" of its page of laws. A law without a row there leaves nothing to choose and is
noted. In every row A deals and B is the elder hand.
"""

from __future__ import annotations

from typing import Any, get_args

from scoring.cards import Player, parse_cards
from scoring.incidents import (
    ARGUMENTS,
    ENDS_DEAL,
    ROWS,
    Remedy,
    Situation,
    applied,
    chooser,
    is_forced,
    offender_of,
    remedies,
)
from scoring.incidents.rows import Moment
from scoring.notation.incidents import read_incident
from tests.support.rows import each_row

CASES: list[tuple[str, dict[str, Any], str, Player | None]] = [
    # the incident, what the record tells, the remedies allowed, who chooses
    ("!1a", {}, "reshuffle", None),
    ("!2b", {}, "reshuffle", None),
    ("!3b", {}, "recut", None),
    ("!3b(1)", {}, "recut", None),
    ("!4a", {}, "recut", None),
    ("!5", {}, "note", None),
    ("!6", {}, "stand", None),
    ("!7b", {}, "recut", None),
    ("!8a", {}, "note", None),
    ("!9a", {}, "rectify fresh", "B"),
    ("!9b", {}, "rectify fresh", "B"),
    ("!9a(looked)", {}, "stand", "B"),
    ("!10", {}, "note", None),
    ("!11a", {}, "choose fresh", "B"),
    ("!11a(H9;D8)", {}, "choose fresh", "B"),
    ("!11a(H9.D8;looked)", {}, "fresh", "B"),
    ("!12(H9)", {}, "fresh", None),
    ("!13a(H9;own)", {}, "stand", "B"),
    ("!13a(H9;own;looked)", {}, "stand", "B"),
    ("!13a(H9;adversary)", {}, "fresh stand", "B"),
    ("!13a(H9;adversary;looked)", {}, "stand", "B"),
    ("!13a(H9)", {}, "fresh stand", "B"),
    ("!13a(looked)", {}, "stand", "B"),
    ("!14a(before)", {}, "void", None),
    ("!14a(after)", {}, "stand", None),
    ("!14a(before)", {"is_turned_up": True}, "void", None),
    ("!14a", {"is_turned_up": False}, "void", None),
    ("!14a", {"is_turned_up": True}, "stand", None),
    ("!14a", {}, "void stand", None),
    ("!15a(6)", {}, "fresh discard", "B"),
    ("!15b(6)", {}, "fresh discard", "B"),
    ("!16b(4)", {}, "complete fresh", "B"),
    ("!17a(6)", {}, "fresh draw", "B"),
    ("!17a(6;looked)", {}, "fresh draw", "B"),
    ("!18a(4)", {}, "complete fresh", "B"),
    ("!19a", {}, "note", None),
    ("!20b(6)", {}, "fresh", None),
    ("!21a(4)", {}, "fresh stand", "B"),
    ("!22a", {}, "note", None),
    ("!23b", {}, "note", None),
    ("!24b", {}, "note", None),
    ("!25a", {}, "correct", "B"),
    ("!25a", {"cards_played": 1}, "stand replay", "B"),
    ("!25b", {"cards_played": 1}, "stand replay", "A"),
    ("!25b", {"cards_played": 1, "opponent_has_king": True}, "stand replay", "A"),
    ("!25b", {"cards_played": None}, "correct stand replay", "A"),
    ("!26b", {}, "note", None),
    ("!27a", {}, "note", None),
    ("!28b", {}, "note", None),
    ("!29b(1)", {}, "fresh draw", "A"),
    ("!30b(1)", {}, "short", None),
    ("!31a(1)", {}, "fresh discard", "B"),
    ("!32a(1)", {}, "fresh complete", "B"),
    ("!33a(1)", {}, "fresh draw", "B"),
    ("!34a(1)", {}, "complete", None),
    ("!34a(1)", {"cards_played": 1}, "complete", None),
    ("!34a(1)", {"cards_played": 2}, "short", None),
    ("!34a(1;played)", {}, "short", None),
    ("!35(H9)", {}, "aside", None),
    ("!36a(H9;adversary)", {}, "take aside", "B"),
    ("!36a(H9;own)", {}, "take", "B"),
    ("!36a(H9)", {}, "take aside", "B"),
    ("!37a(H9)", {}, "take aside", "B"),
    ("!38a(2)", {}, "share", None),
    ("!39a(H9)", {}, "takeback", None),
    ("!40a(H9;before)", {}, "takeback", None),
    ("!40a(H9;after)", {}, "stand", None),
    ("!40a(H9)", {}, "takeback stand", None),
    ("!41b(D)", {}, "play require", "A"),
    ("!41b(D)", {"leader_hand": parse_cards("HK.D7")}, "play require", "A"),
    ("!41b(D)", {"leader_hand": parse_cards("HK.S7")}, "play", "A"),
    ("!41a", {"leader_hand": parse_cards("HK.S7")}, "play require", "B"),
    ("!42a", {}, "abandon", None),
    ("!42a(claim)", {}, "note", None),
    ("!43a(H9)", {}, "stand replay", "B"),
    ("!43b(H9)", {}, "stand replay", "A"),
    ("!44", {}, "note", None),
    ("!45(H9)", {}, "void", None),
    ("!46", {}, "note", None),
    ("!47", {}, "note", None),
    ("!48", {}, "note", None),
    ("!49", {}, "note", None),
    ("!50a(king)", {}, "mark", None),
    ("!50a(king)", {"is_too_late": True}, "note", None),
    ("!51a(1)", {}, "correct", None),
    ("!52", {}, "note", None),
    ("!52", {"code": "French"}, "note", None),
    ("!53", {"code": "French"}, "note", None),
    ("!54", {}, "note", None),
    ("!55", {}, "note", None),
]
IDS = [f"{token} {facts or ''}" for token, facts, _, _ in CASES]


@each_row(("token", "facts", "allowed", "who"), CASES, ids=IDS)
def test_a_law_allows_its_remedies_on_these_facts_and_no_others(
    token: str, facts: dict[str, Any], allowed: str, who: Player | None
) -> None:
    incident, situation = read_incident(token), Situation(dealer="A", **facts)
    assert remedies(incident, situation) == tuple(allowed.split())
    assert is_forced(incident, situation) == (" " not in allowed)
    for remedy in get_args(Remedy):
        written = read_incident(f"{token}:{remedy}")
        assert applied(written, situation) == (remedy if remedy in allowed.split() else None)
    assert applied(incident, situation) == (None if " " in allowed else allowed)
    assert chooser(incident.law, offender_of(incident, "A"), "A") == who


def test_every_law_has_a_case() -> None:
    assert sorted({read_incident(token).law for token, _, _, _ in CASES}) == list(range(1, 56))


def test_every_remedy_of_every_law_is_allowed_on_some_facts() -> None:
    seen: dict[int, set[str]] = {}
    for token, _, allowed, _ in CASES:
        seen.setdefault(read_incident(token).law, set()).update(allowed.split())
    assert seen == {law: set(row.remedies) for law, row in ROWS.items()}


def test_every_law_has_a_row_in_the_table() -> None:
    assert [(law, row.law) for law, row in ROWS.items()] == [(law, law) for law in range(1, 56)]


@each_row("law", ROWS)
def test_a_row_is_told_in_full(law: int) -> None:
    row = ROWS[law]
    assert row.irregularity
    assert row.keywords
    assert set(row.moments) <= set(get_args(Moment))
    assert row.arguments == {remedy: ARGUMENTS[remedy] for remedy in row.remedies if remedy in ARGUMENTS}
    for spec in row.facts:
        assert spec.question.endswith("?")
        assert (len(spec.words) == 1) == (spec.kind == "word")
        assert (len(spec.words) > 1) == (spec.kind == "choice")


def test_remedies_that_end_a_deal_are_remedies() -> None:
    assert set(get_args(Remedy)) > ENDS_DEAL
    assert {remedy for row in ROWS.values() for remedy in row.remedies} == set(get_args(Remedy))


OFFENDERS: list[tuple[str, Player | None, Player | None]] = [
    # the incident, who deals, whose fault it was
    ("!15(6)", "A", "A"),
    ("!15b(6)", "A", "B"),
    ("!30", "A", "B"),
    ("!34", "B", "B"),
    ("!43", "A", None),
    ("!43b", "A", "B"),
    ("!12", "A", None),
    ("!34", None, None),
]


@each_row(("token", "dealer", "offender"), OFFENDERS)
def test_the_offender_is_as_written_else_by_the_law(
    token: str, dealer: Player | None, offender: Player | None
) -> None:
    assert offender_of(read_incident(token), dealer) == offender


UNKNOWN: list[tuple[int, Player | None, Player | None]] = [
    # law, offender, dealer: nobody can be named
    (15, "A", None),
    (43, None, "A"),
]


@each_row(("law", "offender", "dealer"), UNKNOWN)
def test_nobody_is_named_to_choose_where_it_is_not_known(
    law: int, offender: Player | None, dealer: Player | None
) -> None:
    assert chooser(law, offender, dealer) is None
