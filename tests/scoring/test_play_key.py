from __future__ import annotations

import pytest

from scoring.notation import read_one
from scoring.play_key import play_key

DEAL = "1. A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S Kb CT C8, CK C7, DQ DJ, HA SQ, D8 S8 =B5 (0-3)"


def key(
    deal: str = DEAL,
    *,
    tags: str = "",
    players: str = '[A "Orford"]\n[B "Baldwin"]',
    heading: str = "Game 1 cut A=DA B=H8",
    end: str = "*",
) -> str:
    return play_key(read_one(f'[EGN "1"]\n{tags}\n{players}\n\n{heading}\n{deal}\n{end}\n'))


@pytest.mark.parametrize(
    "same",
    [
        pytest.param(key(players='[A "Pole"]\n[B "Clay"]\n[RubberId "r1"]'), id="other people"),
        pytest.param(key(tags='[Event "Cup"]\n[Date "2026.11.21"]\n[Round "2"]'), id="other evening"),
        pytest.param(key(DEAL.replace("CT C8", "CT {why not the king?} C8")), id="comment in a deal"),
        pytest.param(key(heading="Game 1 cut A=DA {a long one} B=H8"), id="comment in a heading"),
        pytest.param(key(DEAL.replace(" S Kb CT", " S!? Kb CT??")), id="a reviewer's marks"),
        pytest.param(
            key(
                tags='[BestOf "3"]\n[Reckoning "plain"]\n[RubberBonus "0"]\n[Cut "rubber"]\n[Code "English"]'
                '\n[Variant "Ecarte"]'
            ),
            id="defaults written out",
        ),
        pytest.param(key(tags='[Termination "retired"]', end="##1-0"), id="how it ended"),
        pytest.param(key(DEAL.replace(", ", " ")), id="written otherwise"),
    ],
)
def test_what_is_not_play_leaves_the_key(same: str) -> None:
    assert same == key()


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(key(DEAL.replace("CT C8, CK C7", "CT C7, CK C8")), id="other card"),
        pytest.param(key(DEAL.replace("HA.DQ8", "HA.DQ7")), id="other hand"),
        pytest.param(key(DEAL.replace("2-3", "3-2")), id="other packets"),
        pytest.param(key(DEAL.replace(" Kb", "")), id="king not marked"),
        pytest.param(key(DEAL.replace("(0-3)", "(0-2)")), id="other score"),
        pytest.param(key(DEAL.replace("=B5", "!43b =B5")), id="an incident"),
        pytest.param(key(DEAL.replace("1. A", "1. B")), id="other dealer"),
        pytest.param(key(DEAL + "\n#0-5"), id="game decided"),
        pytest.param(key(heading="Game 1 cut A=DK B=H8"), id="other cut"),
        *(
            pytest.param(key(tags=tag), id=tag)
            for tag in (
                '[BestOf "5"]',
                '[Reckoning "treble"]',
                '[RubberBonus "2"]',
                '[Cut "game"]',
                '[Code "French"]',
                '[Variant "Triomphe"]',
            )
        ),
    ],
)
def test_cards_and_rules_of_play_are_in_the_key(other: str) -> None:
    assert other != key()


def test_key_never_changes_from_one_release_to_the_next() -> None:
    assert key() == "deceedcef13c95dee52c1efba3b86fc4a7c40d968ff4541360d129984506e843"
