from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.support import compose, dockerfile, image_check

SOUND = """# Words.
FROM python:3.11.16-slim AS first
COPY manage.py requirements/run.txt /app/
FROM python:3.11.16-slim
RUN one \\
 # why
 && pip install --require-hashes -r run.txt
USER 10001
CMD ["gunicorn", \\
     "site"]
"""
IGNORED = "*\n!manage.py\n!requirements\n"


def test_instructions_are_read_with_their_lines_joined() -> None:
    steps = [(each.line, each.word) for each in dockerfile.instructions(SOUND)]
    assert steps == [(2, "FROM"), (3, "COPY"), (4, "FROM"), (5, "RUN"), (8, "USER"), (9, "CMD")]
    assert dockerfile.instructions(SOUND)[-1].argument == '["gunicorn",      "site"]'
    assert dockerfile.copied(SOUND) == ["manage.py", "requirements/run.txt"]


@pytest.mark.parametrize(
    ("sound", "broken", "fault"),
    [
        ("3.11.16-slim AS", "3.11-slim AS", "line 2: python:3.11-slim AS first is not pinned"),
        ("3.11.16-slim\nRUN", "latest\nRUN", "line 4: python:latest is not pinned"),
        ("COPY", "ADD", "line 3: ADD fetches"),
        ("USER 10001\n", "", "the last USER is no number"),
        ("USER 10001", "USER root", "the last USER is no number"),
        ("USER", "ENV SECRET_KEY=a\nUSER", "line 8: a secret would stay"),
        (' ["gunicorn", \\\n     "site"]', " gunicorn site", "line 9: a command that is no list"),
        (" --require-hashes", "", "line 5: packages without hashes"),
        ("one", "apt-get install pango", "line 5: lists of packages stay"),
        ("manage.py", "none.py", "COPY of none.py, which is not there"),
        ("manage.py", "README.md", "COPY of README.md, which .dockerignore keeps out"),
    ],
)
def test_each_fault_is_found(sound: str, broken: str, fault: str) -> None:
    assert dockerfile.faults(SOUND, ignored=IGNORED) == []
    assert sound in SOUND
    faults = dockerfile.faults(SOUND.replace(sound, broken, 1), ignored=IGNORED)
    assert any(line.startswith(fault) for line in faults), faults


STEPS = """FROM base
COPY manage.py requirements/run.txt /requirements/
RUN useradd ecarte
ENV PATH=/packages/bin:$PATH NAME=value
WORKDIR /app
COPY requirements requirements
COPY manage.py ./
RUN mkdir -p /var/cache/ecarte \\
 && chown 10001 /var/cache/ecarte /app && echo "$NAME" > /var/cache/ecarte/name
RUN python -c "open('said', 'w').write('run')"
USER 10001
"""


def test_steps_are_run_within_the_folder_and_each_is_named(tmp_path: Path) -> None:
    fates = [(step.word, fate) for step, fate in dockerfile.run_steps(STEPS, tmp_path)]
    assert ("RUN", "left out: no user is made") in fates
    assert [word for word, fate in fates if fate == "for an engine alone"] == ["FROM", "USER"]
    assert (tmp_path / "requirements" / "run.txt").exists()
    assert (tmp_path / "app" / "requirements" / "run.txt").exists()
    assert (tmp_path / "app" / "manage.py").exists()
    assert (tmp_path / "app" / "said").read_text() == "run"
    assert (tmp_path / "var" / "cache" / "ecarte" / "name").read_text() == "value\n"


def test_a_step_that_fails_ends_the_check(tmp_path: Path) -> None:
    steps = dockerfile.run_steps("WORKDIR /app\nRUN false\n", tmp_path)
    with pytest.raises(subprocess.CalledProcessError):
        list(steps)


def test_programs_that_are_not_there_are_named_and_stop_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("sys.executable", str(tmp_path / "python"))
    assert image_check.check_programs() == []
    assert capsys.readouterr().out.count("not at hand") == 3


def test_what_a_program_finds_is_a_fault(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("hadolint", "docker-compose"):
        program = tmp_path / name
        program.write_text(f'#!/bin/sh\n[ "$1" = version ] && exit 0\necho "{name}: $*"; exit 1\n')
        program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setattr("sys.executable", str(tmp_path / "python"))
    faults = image_check.check_programs()
    assert [fault.split(":")[0] for fault in faults] == ["hadolint", "docker compose config"]
    assert f"docker-compose: --file {compose.FILE} config --quiet" in faults[1]


def test_the_project_has_no_fault_that_our_own_rules_find(capsys: pytest.CaptureFixture[str]) -> None:
    assert image_check.check_dockerfile() == []
    assert image_check.check_compose() == []
