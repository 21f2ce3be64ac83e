"""Figures after a ruling: scores, final points and games won under the laws, if the record had them before."""

from __future__ import annotations

from scoring.book import Place, end_of_place, with_due_figures, write_incident
from scoring.notation import read_one, write_rubber
from scoring.record import Incident, Outcome, Rubber
from tests.scoring.egn import egn
from tests.support.rows import each_row

VOID = Incident(45, None, (), "void")


def ruled(body: str, place: Place, incident: Incident = VOID, **tags: str) -> str:
    """Return the body of the record once the incident is in it."""
    before = read_one(egn(body, **tags))
    return body_of(with_due_figures(before, write_incident(before, place, incident), place))


def body_of(rubber: Rubber) -> str:
    return write_rubber(rubber).partition("\n\n")[2].rstrip("\n")


THREE_DEALS = "Game 1\n1. A S =A (2-0)\n2. B S =B5 (2-2)\n3. A S =A (4-2)\n*"


@each_row(
    ("body", "deal", "after"),
    [
        (THREE_DEALS, 0, "Game 1\n1. A S !45:void =void\n2. B S =B5 (0-2)\n3. A S =A (2-2)\n*"),
        # Figures before the ruling stay.
        (THREE_DEALS, 1, "Game 1\n1. A S =A (2-0)\n2. B S !45:void =void\n3. A S =A (4-0)\n*"),
        # One that was wrong before says something, and stays.
        (
            "Game 1\n1. A S =A (2-0)\n2. B S =B5 (2-1)\n3. A S =A (4-1)\n*",
            0,
            "Game 1\n1. A S !45:void =void\n2. B S =B5 (2-1)\n3. A S =A (4-1)\n*",
        ),
        # Those that nobody wrote are not made up.
        ("Game 1\n1. A S =A5\n2. B S =B5\n*", 0, "Game 1\n1. A S !45:void =void\n2. B S =B5\n*"),
    ],
)
def test_figures_behind_the_ruling_follow(body: str, deal: int, after: str) -> None:
    assert ruled(body, Place(0, deal, 3)) == after


def test_final_points_and_games_won_follow() -> None:
    body = "Game 1\n1. A S =A (2-0)\n2. B S =B5 (2-2)\n3. A S =B (2-3)\n4. B S =B5 (2-5)\n#2-5 {a good one}\n##0-1"
    assert ruled(body, Place(0, 0, 3), Result="0-1") == (
        "Game 1\n1. A S !45:void =void\n2. B S =B5 (0-2)\n3. A S =B (0-3)\n4. B S =B5 (0-5)\n#0-5 {a good one}\n##0-1"
    )


def test_game_that_nobody_has_won_any_more_is_open() -> None:
    body = "Game 1\n1. A S =A (2-0)\n2. B S =A5 (4-0)\n3. A S =A (5-0) {won}\n#5-0 {at last}\n##1-0"
    before = read_one(egn(body, Result="1-0", Points="1-0"))
    after = with_due_figures(before, write_incident(before, Place(0, 0, 3), VOID), Place(0, 0, 3))
    assert body_of(after) == (
        "Game 1\n1. A S !45:void =void\n2. B S =A5 (2-0)\n3. A S =A (4-0) {won} {at last}\n##0-0"
    )
    assert (after.tag("Result"), after.tag("Points")) == ("0-0", "0-0")
    assert read_one(write_rubber(after)) == after


def test_replay_has_the_figure_that_its_outcome_comes_to() -> None:
    before = read_one(egn("Game 1\n1. A ^DJ B:SJA.HK.DK.CJ A:HQA9.CT8 P G -1 -1 S HK C8 =B5 (0-2)\n*"))
    place = Place(0, 0, 12)
    written = write_incident(before, place, Incident(43, "A", ("C8",), "replay"), outcome=Outcome("B", 3))
    assert body_of(with_due_figures(before, written, place)).endswith("!43a(C8):replay =B3 (0-1)\n*")


def test_comments_keep_their_tokens() -> None:
    body = "Game 1\n1. A S =A (2-0) {one}\n2. B S =B5 (2-2) {two} Kb (2-3) {three}\n*"
    assert ruled(body, Place(0, 0, 3)).endswith("2. B S =B5 (2-2) {two} Kb (0-3) {three}\n*")


@each_row("incident", [Incident(2, "A"), Incident(3, None, ("1",))])
def test_what_is_noted_before_the_first_deal_changes_no_figure(incident: Incident) -> None:
    before = read_one(egn("Game 1\n1. A S =A (1-0)\n*"))
    place = Place(0, None, 2)
    written = write_incident(before, place, incident)
    assert with_due_figures(before, written, place) is written


@each_row(
    ("deals", "incident", "after"),
    [
        # What was marked agreed with the laws as far as they knew, or did not: the figure stays, the new one follows.
        ("1. A S =B3 (0-1)", Incident(50, "B", ("king",), "mark"), "!50b(king):mark (0-2)"),
        ("1. A =B (0-1)", Incident(50, "B", ("king",), "mark"), "!50b(king):mark (0-2)"),
        ("1. A =B (0-2)", Incident(50, "B", ("king",), "mark"), "!50b(king):mark (0-3)"),
        ("1. A S =B5 (0-1)", Incident(50, "B", ("vole", "1"), "mark"), "!50b(vole;1):mark (0-2)"),
        ("1. A S =B3 (0-2)", Incident(51, "B", ("1",), "correct"), "!51b(1):correct (0-1)"),
        # Nobody wrote a figure, and none is made up.
        ("1. A S =B3", Incident(50, "B", ("king",), "mark"), "!50b(king):mark"),
    ],
)
def test_mark_made_good_or_taken_down_stands_behind_what_was_marked(
    deals: str, incident: Incident, after: str
) -> None:
    before = read_one(egn(f"Game 1\n{deals}\n*"))
    place = end_of_place(before, 0, 0)
    written = with_due_figures(before, write_incident(before, place, incident), place)
    assert body_of(written) == f"Game 1\n{deals} {after}\n*"


def test_figures_behind_a_king_made_good_follow() -> None:
    before = read_one(egn("Game 1\n1. A S =B3 (0-1)\n2. B S =B5 (0-3)\n*"))
    place = end_of_place(before, 0, 0)
    written = write_incident(before, place, Incident(50, "B", ("king",), "mark"))
    assert body_of(with_due_figures(before, written, place)) == (
        "Game 1\n1. A S =B3 (0-1) !50b(king):mark (0-2)\n2. B S =B5 (0-4)\n*"
    )
