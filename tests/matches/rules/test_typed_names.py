"""A pasted list of names is read without its numbering, and a line with more than a name is told apart."""

from __future__ import annotations

import pytest

from matches.rules.typed_names import holds_contact, typed_lines, without_numbering


@pytest.mark.parametrize(
    "line",
    [
        "Bob Clay",
        "1. Bob Clay",
        "12) Bob Clay",
        "(3) Bob Clay",
        "4.) Bob Clay",
        "5: Bob Clay",
        "6 Bob Clay",
        "7\tBob Clay",
        "#8 Bob Clay",
        "№ 9. Bob Clay",
        "10.Bob Clay",
        "1°\u00a0Bob Clay",
        "- Bob Clay",
        "* Bob Clay",
        "•Bob Clay",
        "• Bob Clay",
        "·\tBob Clay",
        "– 11. Bob Clay",
        "> - Bob Clay",
        "- [ ] Bob Clay",
        "[x] Bob Clay",
        "\u00a0 Bob Clay \t",
    ],
)
def test_leading_numbers_and_bullets_go(line: str) -> None:
    assert without_numbering(line) == "Bob Clay"


@pytest.mark.parametrize(
    "name", ["Guest 1", "2Pac", "Jean-Luc", "O’Brien", "3", "Éloïse d’Été 李", "(Bob) Clay", "Bob *"]
)
def test_name_stays_as_it_is(name: str) -> None:
    assert without_numbering(name) == name


@pytest.mark.parametrize(
    "line",
    [
        "Bob Clay bob@example.org",
        "Bob Clay <bob@example.org>",
        "Bob Clay\t020 7946 0958",
        "Bob Clay; Ann Bell",
        "Bob Clay 02079460958",
        "Bob Clay, 020 7946 0958",
        "Bob Clay +33 (0)6 12-34-56-78",
        "Bob Clay 06.12.34.56.78",
        "Bob Clay 06/12/34/56/78",
        "Bob Clay \u0660\u0661\u0662\u0663\u0664\u0665\u0666",
        "- 3. Bob Clay\tMember",
        "020 7946 0958",
        "12 34 56",
        "06 12 34 56 78 Bob Clay",
    ],
)
def test_line_holds_more_than_a_name(line: str) -> None:
    assert [each.holds_more for each in typed_lines(line)] == [True]


@pytest.mark.parametrize("name", ["Bob Clay 2", "Autumn 2026", "Guest 12345", "", "Anne–Marie 3"])
def test_name_holds_no_contact(name: str) -> None:
    assert not holds_contact(name)


def test_lines_without_a_name_are_left_out_and_the_others_keep_their_number() -> None:
    lines = list(typed_lines("Members:\n-----\n1. \n\n  \u200b\n2. Bob Clay"))
    assert [(line.number, line.text) for line in lines] == [(1, "Members:"), (6, "Bob Clay")]
