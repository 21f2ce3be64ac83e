from __future__ import annotations

from scoring.notation import read_one
from scoring.play_key import play_key
from tests.support.rows import each_row

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


DEFAULTS = '[BestOf "3"]\n[Reckoning "plain"]\n[RubberBonus "0"]\n[Cut "rubber"]\n[Code "English"]\n[Variant "Ecarte"]'
SAME = {
    "other people": key(players='[A "Pole"]\n[B "Clay"]\n[RubberId "r1"]'),
    "other evening": key(tags='[Event "Cup"]\n[Date "2026.11.21"]\n[Round "2"]'),
    "comment in a deal": key(DEAL.replace("CT C8", "CT {why not the king?} C8")),
    "comment in a heading": key(heading="Game 1 cut A=DA {a long one} B=H8"),
    "a reviewer's marks": key(DEAL.replace(" S Kb CT", " S!? Kb CT??")),
    "defaults written out": key(tags=DEFAULTS),
    "how it ended": key(tags='[Termination "retired"]', end="##1-0"),
    "written otherwise": key(DEAL.replace(", ", " ")),
}


@each_row("same", SAME.values(), ids=list(SAME))
def test_what_is_not_play_leaves_the_key(same: str) -> None:
    assert same == key()


OTHER = {
    "other card": key(DEAL.replace("CT C8, CK C7", "CT C7, CK C8")),
    "other hand": key(DEAL.replace("HA.DQ8", "HA.DQ7")),
    "other packets": key(DEAL.replace("2-3", "3-2")),
    "king not marked": key(DEAL.replace(" Kb", "")),
    "other score": key(DEAL.replace("(0-3)", "(0-2)")),
    "an incident": key(DEAL.replace("=B5", "!43b =B5")),
    "other dealer": key(DEAL.replace("1. A", "1. B")),
    "game decided": key(DEAL + "\n#0-5"),
    "other cut": key(heading="Game 1 cut A=DK B=H8"),
    **{tag: key(tags=tag) for tag in ('[BestOf "5"]', '[Reckoning "treble"]', '[RubberBonus "2"]')},
    **{tag: key(tags=tag) for tag in ('[Cut "game"]', '[Code "French"]', '[Variant "Triomphe"]')},
}


@each_row("other", OTHER.values(), ids=list(OTHER))
def test_cards_and_rules_of_play_are_in_the_key(other: str) -> None:
    assert other != key()


def test_key_never_changes_from_one_release_to_the_next() -> None:
    assert key() == "deceedcef13c95dee52c1efba3b86fc4a7c40d968ff4541360d129984506e843"
