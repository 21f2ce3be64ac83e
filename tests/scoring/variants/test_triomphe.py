"""La Triomphe: every course of calls with every number of tricks at every score, against a reckoning of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from scoring.cards import Player
from scoring.checked import CheckedDeal, CheckedRubber, Mark
from scoring.findings import Finding
from scoring.follow import vulnerable_player
from scoring.marks import tricks_mark
from scoring.notation import read_one, write_rubber
from scoring.variants.triomphe import governing_letters, offered_by, refused_by, taken_by
from tests.scoring import egn
from tests.scoring.variants.games import play_game
from tests.scoring.variants.reference import COURSES, refuser, score_after, taker, worth
from tests.support.examples import in_two_sizes
from tests.support.rows import each_row

PLAYERS: tuple[Player, Player] = ("A", "B")


def triomphe(body: str) -> CheckedRubber:
    return egn.checked(body, Variant="Triomphe")


def in_game(score: tuple[int, int], dealer: str, deal: str) -> CheckedDeal:
    """Return the deal behind one that counts for nothing and leaves the game at ``score``."""
    elder = "B" if dealer == "A" else "A"
    law = f"!14{dealer.lower()}(after):stand"
    return (
        triomphe(f"Game 1\n1. {elder} =void ({score[0]}-{score[1]})\n2. {dealer} {law} {deal}\n*")
        .games[0]
        .deals[1]
    )


def outcome(tricks_of_a: int) -> str:
    return f"=A{tricks_of_a}" if tricks_of_a >= 3 else f"=B{5 - tricks_of_a}"


def courses_played() -> Iterator[tuple[str, str, int, str]]:
    """Letters, dealer, A's tricks, and the deal as it is written."""
    for letters, dealer in product(COURSES, PLAYERS):
        took = taker(letters, dealer)
        calls = " ".join(letters)
        for tricks in (0,) if took else range(6):
            yield letters, dealer, tricks, f"{calls} ={took}" if took else f"{calls} {outcome(tricks)}"


@in_two_sizes("points", (0, 4), range(5))
@each_row(("letters", "dealer", "tricks", "deal"), list(courses_played()))
def test_every_course_is_worth_at_every_score_what_the_rules_say(
    letters: str, dealer: str, tricks: int, deal: str, points: Sequence[int]
) -> None:
    """From score 0 a deal's points fall short of five; from 4 they reach five and beyond."""
    made = worth(letters, dealer, tricks)
    for score in ((a, b) for a in points for b in points):
        judged = in_game(score, dealer, deal)
        assert judged.marks == (Mark("A" if made.player == "A" else "B", made.law, made.points),), score
        assert judged.score == score_after(score, made), score
        assert judged.vulnerable == (refuser(letters, dealer) or "none")
        assert judged.tricks == (None if taker(letters, dealer) else (tricks, 5 - tricks))


UNCALLED: list[tuple[str, set[tuple[int, int]]]] = [
    # outcome without a call on record, what A and B may have marked
    ("=A3", {(1, 0), (2, 0), (0, 2)}),
    ("=A4", {(1, 0), (2, 0), (0, 2)}),
    ("=A5", {(2, 0)}),
    ("=A", {(1, 0), (2, 0), (0, 2)}),
    ("=B3", {(0, 1), (0, 2), (2, 0)}),
    ("=B5", {(0, 2)}),
]


@each_row(("outcome", "possible"), UNCALLED)
def test_without_calls_the_stated_score_decides_among_what_is_possible(
    outcome: str, possible: set[tuple[int, int]]
) -> None:
    accepted = set()
    for stated in product(range(3), repeat=2):
        if stated == (0, 0):
            continue
        rubber = triomphe(f"Game 1\n1. A {outcome} ({stated[0]}-{stated[1]})\n*")
        deal = rubber.games[0].deals[0]
        assert deal.vulnerable is None
        if not rubber.findings:
            assert deal.score == stated
            accepted.add(stated)
    assert accepted == possible


def test_without_calls_or_score_the_points_are_known_of_the_vole_alone() -> None:
    scores = {won: triomphe(f"Game 1\n1. A {won}\n*").games[0].deals[0].score for won in ("=A3", "=A", "=A5")}
    assert scores == {"=A3": None, "=A": None, "=A5": (2, 0)}


REFUSED_WITHOUT_NUMBER: list[tuple[str, str, tuple[int, int] | None]] = [
    # the elder hand, B, offered, and the dealer refused: outcome, score stated, score found
    ("=A", "", None),
    ("=A", "(2-0)", (2, 0)),
    ("=A", "(0-2)", (0, 2)),
    ("=B", "", (0, 2)),
]


@each_row(("won", "stated", "score"), REFUSED_WITHOUT_NUMBER)
def test_a_refusers_tricks_without_a_number_are_the_vole_or_lost_by_the_score(
    won: str, stated: str, score: tuple[int, int] | None
) -> None:
    rubber = triomphe(f"Game 1\n1. A P R {won} {stated}\n*")
    assert rubber.findings == ()
    assert rubber.games[0].deals[0].score == score


ABANDONED: list[tuple[str, str, tuple[int, int]]] = [
    # A deals; B has the lead, and wins the first trick or not; who throws down; the outcome by law 42, then the score
    ("P R", "SK S7 !42a:abandon =B5", (0, 2)),
    ("P R", "SK S7 !42b:abandon =A", (0, 2)),
    ("P R", "S7 SK !42b:abandon =A5", (2, 0)),
    ("P R", "S7 SK !42a:abandon =B", (0, 2)),
    ("S P R", "SK S7 !42a:abandon =B5", (0, 2)),
    ("S P R", "S7 SK !42a:abandon =B", (2, 0)),
    ("S", "SK S7 !42a:abandon =B5", (0, 2)),
    ("S", "SK S7 !42b:abandon =A", (1, 0)),
]


@each_row(("calls", "play", "score"), ABANDONED)
def test_a_hand_given_up_leaves_a_refuser_the_vole_only_with_every_trick(
    calls: str, play: str, score: tuple[int, int]
) -> None:
    """Law 42 gives the tricks as usual: all five, or the point. The value of a refused point then depends on them."""
    rubber = triomphe(f"Game 1\n1. A ^H9 {calls} {play}\n*")
    assert [finding.code for finding in rubber.findings] == []
    assert rubber.games[0].deals[0].score == score


HANDS = "^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87"


def test_who_refused_has_no_vole_once_the_cards_show_a_trick_lost() -> None:
    rubber = triomphe(f"Game 1\n1. A {HANDS} P R CT C8 =A (2-0)\n*")
    assert [(finding.code, finding.severity) for finding in rubber.findings] == [("L51", "error")]
    won = triomphe(f"Game 1\n1. A {HANDS} P R D8 DJ =A (2-0)\n*")
    assert won.findings == ()


@each_row(("cards", "depth"), [("CT C8", "play"), ("D8 DJ", "marks")])
def test_a_game_that_a_lost_refusal_ends_is_whole_at_the_trick_lost(cards: str, depth: str) -> None:
    before = "Game 1\n1. A P R =B3 (0-2)\n2. B S =B3 (0-3)"
    rubber = triomphe(f"{before}\n3. A {HANDS} P R {cards} =B (0-5)\n#0-5\n##0-1")
    assert rubber.findings == ()
    assert rubber.games[0].deals[2].depth == depth


@each_row(("calls", "vulnerable", "score"), [("P", "A", (0, 2)), ("", "none", (0, 1))])
def test_what_a_first_card_says_holds_where_it_is_taken_up_for_a_replay(
    calls: str, vulnerable: str, score: tuple[int, int]
) -> None:
    rubber = triomphe(f"Game 1\n1. A {HANDS} {calls} CT SQ !43a(SQ):replay =B3\n*")
    deal = rubber.games[0].deals[0]
    assert (deal.vulnerable, deal.score) == (vulnerable, score)


REFUSALS_FORGOTTEN = [
    # deal, the law that alone explains the figure
    ("A P R =A4 (1-0)", 49),
    ("A S P R =B3 (0-1)", 49),
    ("A P R =B4 (0-1)", 49),
    ("A P R =A4 (2-0)", None),
    ("A P R =B4 (1-0)", None),
]


@each_row(("deal", "cause"), REFUSALS_FORGOTTEN)
def test_a_figure_by_the_tricks_alone_has_forgotten_the_refusal(deal: str, cause: int | None) -> None:
    (finding,) = triomphe(f"Game 1\n1. {deal}\n*").findings
    assert finding.cause == cause


PENALISED: list[tuple[str, str, str, tuple[int, int]]] = [
    # A deals; calls, offender of law 43, outcome, score: the offender marks one less
    ("S", "a", "=A3", (0, 0)),
    ("S", "a", "=A5", (1, 0)),
    ("S", "a", "=B3", (0, 1)),
    ("P R", "a", "=A5", (1, 0)),
    ("P R", "a", "=A4", (0, 2)),
    ("P R", "b", "=A4", (0, 1)),
    ("P R", "b", "=B3", (0, 1)),
    ("S P R", "a", "=B4", (1, 0)),
]


@each_row(("calls", "offender", "won", "score"), PENALISED)
def test_the_penalty_of_a_revoke_falls_on_who_marks(
    calls: str, offender: str, won: str, score: tuple[int, int]
) -> None:
    rubber = triomphe(f"Game 1\n1. A {calls} !43{offender}:stand {won}\n*")
    assert rubber.findings == ()
    assert rubber.games[0].deals[0].score == score


GOVERNING: list[tuple[str, bool, str]] = [
    # what was called, whether a card was led, what stands
    ("", False, ""),
    ("", True, "S"),
    ("S", True, "S"),
    ("SS", True, "SS"),
    ("P", False, "P"),
    ("P", True, "PR"),
    ("SP", True, "SPR"),
    ("PG", True, "PG"),
    # after one taken back the last governs
    ("PS", False, "S"),
    ("SPS", False, "SS"),
    ("SSP", False, "SP"),
    ("PGR", False, "PR"),
    ("SPRG", False, "SPG"),
    ("PRP", False, "PR"),
    ("G", False, "PG"),
    ("SSR", False, "SPR"),
]


@each_row(("called", "is_played", "letters"), GOVERNING)
def test_the_calls_that_stand_govern_the_deal(called: str, is_played: bool, letters: str) -> None:
    assert governing_letters(called, is_played=is_played) == letters


@given(st.text("PSGR", max_size=8), st.booleans())
def test_whatever_is_called_comes_to_a_course_of_the_game(called: str, is_played: bool) -> None:
    letters = governing_letters(called, is_played=is_played)
    open_courses = set() if is_played else {"", "P", "SP"}
    assert letters in {*COURSES, *open_courses}
    assert governing_letters(letters, is_played=is_played) == letters


@each_row(("letters", "dealer"), list(product(COURSES, PLAYERS)))
def test_who_offered_who_took_and_who_refused(letters: str, dealer: Player) -> None:
    took, refused = taker(letters, dealer), refuser(letters, dealer)
    assert (taken_by(letters, dealer), refused_by(letters, dealer)) == (took, refused)
    answerer = took or refused
    assert offered_by(letters, dealer) == (None if answerer is None else {"A": "B", "B": "A"}[answerer])
    assert vulnerable_player(letters, dealer, "triomphe") == (refused or "none")


@each_row(("letters", "offerer"), [("", None), ("P", "B"), ("SP", "A")])
def test_as_long_as_nobody_has_answered_nobody_is_known_to_be_bound(
    letters: str, offerer: str | None
) -> None:
    assert offered_by(letters, "A") == offerer
    assert taken_by(letters, "A") is None
    assert refused_by(letters, "A") is None
    assert vulnerable_player(letters, "A", "triomphe") is None


@given(st.sampled_from(PLAYERS), st.integers(3, 5), st.sampled_from(["A", "B", "none"]))
def test_a_deal_is_worth_one_or_two_and_two_wherever_the_point_was_refused(
    winner: Player, tricks: int, vulnerable: str
) -> None:
    mark = tricks_mark(winner, tricks, vulnerable, "triomphe")
    assert mark.points == (1 if vulnerable == "none" and tricks < 5 else 2)
    pays = vulnerable == winner and tricks < 5
    assert (mark.player == winner) is not pays
    assert mark.law == (49 if vulnerable not in ("none", mark.player) else 48)


@in_two_sizes("games", 20, 60)
def test_games_within_the_rules_have_nothing_to_settle_and_are_written_as_they_were_read(games: int) -> None:
    for seed in range(games):
        game = play_game(Random(seed))
        rubber = triomphe(game.text())
        assert _codes(rubber.findings) == [], (seed, game.text())
        assert rubber.depth == "play"
        assert [deal.score for deal in rubber.games[0].deals] == [deal.score for deal in game.deals], seed
        assert all(deal.depth == "play" for deal in rubber.games[0].deals), seed
        text = write_rubber(rubber.rubber)
        assert '[Variant "Triomphe"]' in text
        assert read_one(text) == rubber.rubber
        assert write_rubber(read_one(text)) == text


def _codes(findings: tuple[Finding, ...]) -> list[str]:
    return [f"{finding.code} {finding.message}" for finding in findings]


@each_row(
    ("hands", "depth"), [("", "marks"), ("B:SJA.HK.DK.CJ", "marks"), ("B:SJA.HK.DK.CJ A:HQA9.CT8", "play")]
)
def test_a_point_taken_is_recorded_whole_where_both_hands_are_shown(hands: str, depth: str) -> None:
    deal = triomphe(f"Game 1\n1. A ^DJ {hands} P G =A\n*").games[0].deals[0]
    assert deal.depth == depth
    assert (None not in deal.course.hands) == (depth == "play")
