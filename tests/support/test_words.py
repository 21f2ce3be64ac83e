from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from ecarte_site.setup.environment import PROJECT
from tests.support.words import (
    FINISHED,
    STORED_NAMES,
    comments,
    docstrings,
    faults,
    fragments,
    main,
    participles,
    people_in_comments,
    people_in_docstrings,
    table,
    top_folder,
    tracked_python_files,
)


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ('"""A module."""\n', [1]),
        ('class Club:\n    """A club."""\n\n    def name(self):\n        """Return its name."""\n', [2, 5]),
        ('LIMIT = 3\n"""Allow no more than this many."""\n', [2]),
        ('"""A module\nof two lines."""\nNAME = "no docstring"\nprint("nor this")\n', [1]),
        ("# Not a docstring.\nb'bytes'\nf'{1}'\n", []),
    ],
)
def test_docstrings_are_strings_that_stand_alone(source: str, lines: list[int]) -> None:
    assert [place.line for place in docstrings(source)] == lines


@pytest.mark.parametrize(
    ("text", "is_fragment"),
    [
        ("Of the smallest unit.", True),
        ("What the page shows.", True),
        ("By which it is known.", True),
        ("\n    What stands on the second line.", True),
        ("By name.", False),
        ("Whole pages.", False),
        ("Return what the page shows.", False),
        ("of the smallest unit.", False),
    ],
)
def test_a_fragment_begins_with_a_word_of_the_list(text: str, is_fragment: bool) -> None:
    assert len(fragments(f'"""{text}"""\n')) == is_fragment


@pytest.mark.parametrize(
    ("text", "has_person"),
    [
        ("Return the page that he sees.", True),
        ("A player who plays himself.", True),
        ("Stop where he's gone.", True),
        ("Return the history of this helper.", False),
        ("HE is no pronoun here.", False),
    ],
)
def test_people_are_found_in_docstrings_and_in_comments_apart(text: str, has_person: bool) -> None:
    in_docstring, in_comment = f'"""{text}"""\n', f"x = 1  # {text}\n"
    assert len(people_in_docstrings(in_docstring)) == len(people_in_comments(in_comment)) == has_person
    assert people_in_docstrings(in_comment) == people_in_comments(in_docstring) == []


def test_a_comment_is_no_part_of_a_string() -> None:
    source = 'x = "# he"\n# one\ny = 1  # two\n"""\n# he\n"""\n'
    assert [(place.line, place.text) for place in comments(source)] == [(2, "# one"), (3, "# two")]


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("told = said = 1\n", ["said", "told"]),
        ("told: int\n", ["told"]),
        ("(asked, *held) = rows\n", ["asked", "held"]),
        ("for found in rows: pass\n", ["found"]),
        ("[shown for shown in rows]\n", ["shown"]),
        ("if came := ask(): pass\n", ["came"]),
        ("with opened() as held: pass\n", ["held"]),
        ("self.told = 1\n", ["told"]),
        ("import a as told, b\n", ["told"]),
        ("try: pass\nexcept Error as said: pass\n", ["said"]),
        ("match x:\n    case [told, *said]: pass\n    case {**held}: pass\n", ["said", "told", "held"]),
        ("def shown(told, *asked, came=1, **held): pass\n", ["asked", "came", "held", "shown", "told"]),
        ("async def told(): pass\n", ["told"]),
        ("lambda said: said\n", ["said"]),
        ("_told = SAID = 1\n", ["SAID", "_told"]),
        ("print(told, self.said, held())\n", []),
        ("told_of = behold = foundation = 1\n", []),
        ("class Told: pass\n", []),
        ("f(told=1)\n", []),
    ],
)
def test_names_are_counted_where_they_are_bound(source: str, names: list[str]) -> None:
    assert [place.text for place in participles(source)] == names


def test_table_has_a_row_for_each_folder_and_their_sum() -> None:
    counts = {
        "worker": {"docstrings": 1_200, "fragments": 3},
        "matches": {"docstrings": 40, "participles": 2},
    }
    assert [line.split("  ")[0] for line in table(counts).splitlines()] == ["", "matches", "worker", "in all"]
    assert [line.split()[-5:] for line in table(counts).splitlines()[1:]] == [
        ["40", "0", "0", "0", "2"],
        ["1,200", "3", "0", "0", "0"],
        ["1,240", "3", "0", "0", "2"],
    ]


@pytest.mark.parametrize(
    ("path", "source", "columns"),
    [
        ("scoring/record.py", '"""Return their name."""\n', []),
        ("scoring/record.py", '"""Of the club."""\n', ["fragments"]),
        (
            "scoring/record.py",
            '"""Return his name."""\nx = 1  # he\n',
            ["he in docstrings", "he in comments"],
        ),
        ("scoring/record.py", "held = HELD = asked = 1\n", ["participles"] * 3),
        ("matches/models/exchange.py", "held = HELD = asked = 1\n", []),
        ("matches/models/exchange.py", "told = 1\n", ["participles"]),
    ],
)
def test_check_names_each_fault_except_stored_names(path: str, source: str, columns: list[str]) -> None:
    lines = faults(path, source)
    assert [line.split(": ")[1] for line in lines] == columns
    assert all(line.startswith(f"{path}:") for line in lines)


def test_check_prints_faults_and_fails(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    monkeypatch.setattr("tests.support.words.PROJECT", tmp_path)
    (tmp_path / "club.py").write_text('"""Return the name."""\n')
    subprocess.run(["git", "add", "."], cwd=tmp_path, check=True)
    assert (main(["--check", "."]), capsys.readouterr().out) == (0, "")
    (tmp_path / "club.py").write_text("told = 1\n")
    assert main(["--check", "."]) == 1
    assert capsys.readouterr().out.startswith("club.py:1: participles: told\n")


def test_stored_names_are_there() -> None:
    for path, names in STORED_NAMES.items():
        bound = {place.text for place in participles((PROJECT / path).read_text(encoding="utf-8"))}
        assert names == bound, (
            f"take the names that are gone out of STORED_NAMES in tests/support/words.py: {path}"
        )


def test_finished_folders_have_files_and_leave_out_pages_and_the_api() -> None:
    paths = tracked_python_files(FINISHED)
    assert {top_folder(path) for path in paths} == {"scoring", "worker", "ecarte_site", "matches"}
    assert not [path for path in paths if path.startswith(("matches/pages/", "matches/api/"))]
