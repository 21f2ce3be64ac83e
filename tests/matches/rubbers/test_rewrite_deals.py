"""A director corrects an earlier deal of a live rubber, and the deals after it are recorded again."""

from __future__ import annotations

import pytest

from matches.models import LogEntry, Rubber
from matches.rubbers.change_rubbers import record_cut, record_deal, rewrite_deal
from matches.rubbers.deal_from_input import read_deal
from matches.rubbers.errors import (
    HeldRecordError,
    LaterDealError,
    NoSuchDealError,
    StaleRubberError,
    StateError,
)
from scoring.cards import parse_card
from scoring.record import Rules
from tests.matches.rubbers.hands import DEALS, Hands, differences

pytestmark = [pytest.mark.django_db, pytest.mark.core(differs=True)]

GAME = ("A S =B (0-1)", "B S =A5 (2-1)", "A Ka S =B (3-2)", "B P G S =A3 (4-2)")
"""A game that is not won yet; A has four points."""


def rewrite(hands: Hands, rubber: Rubber, game: int, deal: int, text: str) -> Rubber:
    return rewrite_deal(rubber, game, deal, read_deal(text, deal), act=hands.act("The sheet was misread."))


def lines(rubber: Rubber) -> list[str]:
    """Return the headings of games, and the deals."""
    return [line for line in rubber.egn.splitlines() if line and line[0] not in "[*"]


def kinds(rubber: Rubber) -> list[str]:
    stream = LogEntry.objects.filter(stream=f"rubber:{rubber.public_id}").order_by("version")
    return [entry.kind.removeprefix("rubber.") for entry in stream]


def two_games(hands: Hands, cut: str = "game") -> Rubber:
    """Return a rubber: B won the first game, and one deal of the second is played after a cut."""
    rubber = hands.open(deals=DEALS, rules=Rules(cut="game" if cut == "game" else "rubber"))
    if cut == "game":
        rubber = record_cut(rubber, [(parse_card("CK"), parse_card("D8"))], act=hands.act())
    return record_deal(rubber, "A S =B (0-1)", act=hands.act())


def test_scores_after_the_deal_are_worked_out_anew(hands: Hands) -> None:
    rubber = hands.open(deals=GAME)
    written = rewrite(hands, rubber, 1, 2, "B S =B5 (0-3)")
    rest = ["2. B S =B5 (0-3)", "3. A Ka S =B (1-4)", "4. B P G S =A3 (2-4)"]
    assert lines(written) == ["Game 1", "1. A S =B (0-1)", *rest]
    assert kinds(written)[5:] == ["deal_undone"] * 3 + ["deal_recorded"] * 3
    game = written.games.get()
    assert (written.state, game.points_a, game.points_b) == ("live", 2, 4)
    assert differences() == []


def test_score_that_differed_from_the_laws_stays_as_it_was_written(hands: Hands) -> None:
    rubber = hands.open(deals=("A S =B (0-1)", "B S =A3 (2-1)", "A S =B (2-2)"))
    written = rewrite(hands, rubber, 1, 1, "A S =A (2-0)")
    # The second deal was recorded with two points where the laws give one: its meaning is unknown.
    assert lines(written)[1:] == ["1. A S =A (2-0)", "2. B S =A3 (2-1)", "3. A S =B (2-2)"]


def test_figure_that_was_wrong_is_mended_with_all_after_it(hands: Hands) -> None:
    rubber = hands.open(deals=("A S =B (0-2)", "B S =A5 (2-2)"))
    written = rewrite(hands, rubber, 1, 1, "A S =B (0-1)")
    assert lines(written)[1:] == ["1. A S =B (0-1)", "2. B S =A5 (2-1)"]


def test_last_deal_is_rewritten_as_any_other(hands: Hands) -> None:
    written = rewrite(hands, hands.open(deals=GAME), 1, 4, "B P R =A5 (5-2)")
    assert (written.winner, lines(written)[-1]) == ("A", "4. B P R =A5 (5-2)")


def test_deal_of_a_game_that_is_over_keeps_the_cut_of_the_next(hands: Hands) -> None:
    rubber = two_games(hands)
    written = rewrite(hands, rubber, 1, 1, "A P R =B5 (0-2)")
    assert lines(written)[:3] == ["Game 1", "1. A P R =B5 (0-2)", "2. B S Kb =B5 (0-5)"]
    assert lines(written)[3:] == ["Game 2 cut A=CK B=D8", "1. A S =B (0-1)"]
    recorded = ["deal_recorded", "deal_recorded", "cut_recorded", "deal_recorded"]
    assert kinds(written)[-7:] == ["deal_undone"] * 3 + recorded
    assert differences() == []


def test_cut_for_a_game_that_is_not_dealt_yet_is_kept(hands: Hands) -> None:
    rubber = hands.open(deals=DEALS, rules=Rules(cut="game"))
    rubber = record_cut(rubber, [(parse_card("CK"), parse_card("D8"))], act=hands.act())
    act = hands.act(version=rubber.version)
    written, again = (rewrite_deal(rubber, 1, 2, read_deal("B P R Kb =B5", 2), act=act) for _ in range(2))
    assert lines(written)[-1] == "Game 2 cut A=CK B=D8"
    assert again.version == written.version
    assert differences() == []


@pytest.mark.parametrize(
    ("deal", "text", "behind", "code"),
    [
        # Five up in the third deal: the fourth could not follow.
        (3, "A Ka =A5 (5-1)", 4, "L46"),
        # With a king more A has five in the fourth.
        (2, "B Ka S =A5 (3-1)", 5, "L46"),
        # The deal is void: the same dealer deals again.
        (1, "A =void", 2, "L14"),
        # It was B's deal, and then B's again.
        (1, "B S =A (1-0)", 2, "L14"),
    ],
)
def test_deal_after_which_another_could_not_follow_is_refused(
    hands: Hands, deal: int, text: str, behind: int, code: str
) -> None:
    rubber = hands.open(deals=(*GAME, "A S =B (4-3)"))
    with pytest.raises(LaterDealError) as refused:
        rewrite(hands, rubber, 1, deal, text)
    assert (refused.value.game, refused.value.deal) == (1, behind)
    assert [finding.code for finding in refused.value.findings] == [code]
    assert f"deal {behind} of game 1" in str(refused.value)
    rubber.refresh_from_db()
    assert "deal_undone" not in kinds(rubber)


@pytest.mark.parametrize("text", ["B S =A (2-2)", "B S Kb =A4 (9-9)"])
def test_game_that_would_not_be_over_is_refused_where_another_follows(hands: Hands, text: str) -> None:
    with pytest.raises(LaterDealError) as refused:
        rewrite(hands, two_games(hands), 1, 2, text.replace("(9-9)", "(2-3)"))
    assert (refused.value.game, refused.value.deal) == (1, None)
    assert "game 1" in str(refused.value)


def test_deal_with_an_error_in_it_hides_no_game_that_would_go_on(hands: Hands) -> None:
    # Marked too much: the engine says no more of the game than that.
    with pytest.raises(LaterDealError):
        rewrite(hands, two_games(hands), 1, 2, "B P R =A4 (4-2)")


def test_rubber_that_would_be_decided_earlier_is_refused(hands: Hands) -> None:
    rubber = two_games(hands, cut="rubber")
    for deal in ("B S =A5 (2-1)", "A S =A5 (4-1)", "B S =A5 (5-1)", "A S =B (0-1)"):
        rubber = record_deal(rubber, deal, act=hands.act())
    with pytest.raises(LaterDealError) as refused:
        rewrite(hands, rubber, 2, 4, "B S Kb =B5 (4-5)")
    assert refused.value.game in (2, 3)


@pytest.mark.parametrize(("game", "deal"), [(0, 1), (1, 0), (1, 5), (2, 1), (-1, 1), (1, -1)])
def test_deal_that_is_not_there_is_refused(hands: Hands, game: int, deal: int) -> None:
    with pytest.raises(NoSuchDealError):
        rewrite_deal(hands.open(deals=GAME), game, deal, read_deal("B S =A", 1), act=hands.act())


def test_deal_that_nobody_can_have_played_leaves_all_as_it_was(hands: Hands) -> None:
    rubber = hands.open(deals=GAME)
    impossible = "A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S HK C8, CK C7, DQ DJ, HA SQ, D8 S8 =B (0-1)"
    with pytest.raises(HeldRecordError):
        rewrite(hands, rubber, 1, 1, impossible)
    rubber.refresh_from_db()
    assert (rubber.version, kinds(rubber)[-1]) == (5, "deal_recorded")


def test_same_act_rewrites_once_and_a_late_one_is_told(hands: Hands) -> None:
    rubber = hands.open(deals=GAME)
    new = read_deal("B S =B5 (0-3)", 2)
    act = hands.act(version=rubber.version)
    once, twice = (rewrite_deal(rubber, 1, 2, new, act=act) for _ in range(2))
    assert once.version == twice.version == 11
    with pytest.raises(StaleRubberError):
        rewrite_deal(rubber, 1, 2, new, act=hands.act(version=5))


def test_deal_written_as_it_stands_changes_nothing(hands: Hands) -> None:
    rubber = hands.open(deals=GAME)
    assert rewrite(hands, rubber, 1, 2, GAME[1]).version == rubber.version


def test_rubber_that_is_over_is_corrected_otherwise(hands: Hands) -> None:
    with pytest.raises(StateError):
        rewrite_deal(hands.confirmed(), 1, 1, read_deal("A S =B", 1), act=hands.act())
