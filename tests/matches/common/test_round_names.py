"""Tests of the vocabulary of rounds: what pages write is read again, and so is what people write."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from matches.common.round_names import NamedRound, names_round, round_words, rounds_called
from matches.rules.events.bracket import bracket
from matches.rules.events.plan import StagePlan

SWISS = [NamedRound(str(number), 1, "swiss") for number in range(1, 12)]
CUP = [
    NamedRound(label, 1, "knockout")
    for label in bracket(StagePlan(kind="knockout", third_place=True, consolation=True), 32, 32).labels
]
DOUBLE = [
    NamedRound(label, 1, "double_elimination")
    for label in bracket(StagePlan(kind="double_elimination", bracket_reset=True), 16, 9).labels
]
TWO_STAGES = [
    *(NamedRound(f"Swiss: {number}", 1, "swiss") for number in (1, 2)),
    *(
        NamedRound(f"Coupe d’hiver: {label}", 2, "knockout", "Coupe d’hiver")
        for label in ("Semi-final", "Final")
    ),
]


@pytest.mark.parametrize("rounds", [SWISS, CUP, DOUBLE, TWO_STAGES], ids=["swiss", "cup", "double", "stages"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_name_on_a_page_is_read_as_its_round_alone(rounds: list[NamedRound], language: str) -> None:
    for each in rounds:
        with override(language):
            name = round_words(each.label)
        for written in (
            name,
            name.upper(),
            f" {name} ",
            name.replace("-", " ").replace("\N{NO-BREAK SPACE}", " "),
        ):
            assert rounds_called(written, rounds) == [each.label], written


@pytest.mark.parametrize(
    ("written", "label"),
    [
        ("Round 1", "1"),
        ("ROUND  1", "1"),
        ("round\N{NO-BREAK SPACE}1", "1"),
        ("Ronde 3", "3"),
        ("Tour 3", "3"),
        ("R1", "1"),
        ("r 10", "10"),
        ("T2", "2"),
        ("Rd. 2", "2"),
        ("01", "1"),
        ("1.1", "1"),
        ("10.4", "10"),
        ("Round 1.12", "1"),
        ("Round 2, table 3", "2"),
        ("Ronde 2 (board 3)", "2"),
        ("1st round", "1"),
        ("First round", "1"),
        ("1er tour", "1"),
        ("2e ronde", "2"),
        ("Swiss: Round 1", "1"),
        ("Système suisse : tour 1", "1"),
        ("swiss - R1", "1"),
    ],
)
def test_a_numbered_round_is_read(written: str, label: str) -> None:
    assert rounds_called(written, SWISS) == [label]


@pytest.mark.parametrize(
    ("written", "label"),
    [
        ("final", "Final"),
        ("Finale", "Final"),
        ("The Final", "Final"),
        ("Semi-finals", "Semi-final"),
        ("Semifinal", "Semi-final"),
        ("semi final", "Semi-final"),
        ("Semis", "Semi-final"),
        ("SF", "Semi-final"),
        ("Demi-finale", "Semi-final"),
        ("demi-finales", "Semi-final"),
        ("½ finale", "Semi-final"),
        ("1/2 finale", "Semi-final"),
        ("Quarter-finals", "Quarter-final"),
        ("Quarts de finale", "Quarter-final"),
        ("1/4 de finale", "Quarter-final"),
        ("QF", "Quarter-final"),
        ("Last 16", "Round of 16"),
        ("Huitièmes de finale", "Round of 16"),
        ("1/8 de finale", "Round of 16"),
        ("Seizièmes de finale", "Round of 32"),
        ("3rd place", "Third place"),
        ("Petite finale", "Third place"),
        ("Match pour la troisième place", "Third place"),
        ("Consolation final", "Consolation final"),
        ("Semi-final.2", "Semi-final"),
    ],
)
def test_a_round_of_a_bracket_is_read(written: str, label: str) -> None:
    assert rounds_called(written, CUP) == [label]


@pytest.mark.parametrize(
    ("written", "labels"),
    [
        ("Round 1", ["Swiss: 1"]),
        ("swiss: r1", ["Swiss: 1"]),
        ("Finale", ["Coupe d’hiver: Final"]),
        ("coupe d'hiver, demi-finale", ["Coupe d’hiver: Semi-final"]),
        ("Stage 2, knockout: Final", ["Coupe d’hiver: Final"]),
        ("Phase 2, élimination directe : finale", ["Coupe d’hiver: Final"]),
    ],
)
def test_a_round_is_read_with_and_without_its_stage(written: str, labels: list[str]) -> None:
    assert rounds_called(written, TWO_STAGES) == labels


def test_a_name_that_two_stages_have_means_both() -> None:
    rounds = [NamedRound("Groups: 1", 1, "round_robin", "Groups"), NamedRound("Swiss: 1", 2, "swiss")]
    assert rounds_called("Round 1", rounds) == ["Groups: 1", "Swiss: 1"]
    assert rounds_called("Groups, round 1", rounds) == ["Groups: 1"]


def test_a_label_that_is_written_exactly_is_meant_alone() -> None:
    rounds = [NamedRound("1", 1, "swiss"), NamedRound("Round 1", 1, "swiss"), NamedRound("1.1", 1, "swiss")]
    for each in rounds:
        assert rounds_called(each.label, rounds) == [each.label]


@pytest.mark.parametrize(
    "written", ["", "12", "Round 0", "Runde der letzten", "the", "1 2", "Winners", "?", "/"]
)
def test_what_names_no_round_is_read_as_none(written: str) -> None:
    assert rounds_called(written, [*SWISS, *CUP]) == []


def test_a_round_that_is_not_drawn_is_told_from_a_name_of_another_sort() -> None:
    for written in ("7", "Round 7", "7.2", "Ronde 12", "Swiss: 3"):
        assert (names_round(written, SWISS[:2]), names_round(written, CUP)) == (True, False)
    for written in ("Final", "Demi-finale", "Round of 64", "3rd place"):
        assert (names_round(written, SWISS), names_round(written, DOUBLE)) == (False, True)
    for written in ("", "Return match", "Friday"):
        assert not names_round(written, [*SWISS, *CUP])
