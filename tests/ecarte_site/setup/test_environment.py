"""Creating the environment, on a copy of the set-up whose only package is in a local folder, without downloads."""

from __future__ import annotations

import base64
import hashlib
import os
import re
import shutil
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from ecarte_site.setup.environment import PROJECT

pytestmark = pytest.mark.e2e

# A Python with nothing installed, as a new machine has it.
BARE_PYTHON = [getattr(sys, "_base_executable", sys.executable), "-S"]
WHEEL = "greeting-1.0-py3-none-any.whl"


def write_wheel(folder: Path, words: str) -> str:
    folder.mkdir(exist_ok=True)
    contents = {
        "greeting.py": f"WORDS = {words!r}\n",
        "greeting-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: greeting\nVersion: 1.0\n",
        "greeting-1.0.dist-info/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{name},{_digest(text)},{len(text)}\n" for name, text in contents.items())
    contents["greeting-1.0.dist-info/RECORD"] = record + "greeting-1.0.dist-info/RECORD,,\n"
    with zipfile.ZipFile(folder / WHEEL, "w") as wheel:
        for name, text in contents.items():
            wheel.writestr(name, text)
    return f"greeting==1.0 --hash=sha256:{hashlib.sha256((folder / WHEEL).read_bytes()).hexdigest()}\n"


def _digest(text: str) -> str:
    raw = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest())
    return f"sha256={raw.decode().rstrip('=')}"


class Copy:
    """A copy of manage.py and the set-up, in which `start` prints its location and the installed packages."""

    def __init__(self, folder: Path, *, is_new: bool = True) -> None:
        self.folder = folder
        self.lock = folder / "requirements" / "run.txt"
        if is_new:
            self._fill(folder)

    def _fill(self, folder: Path) -> None:
        shutil.copytree(PROJECT / "ecarte_site" / "setup", folder / "ecarte_site" / "setup")
        shutil.copy(PROJECT / "ecarte_site" / "__init__.py", folder / "ecarte_site")
        shutil.copy(PROJECT / "manage.py", folder)
        (folder / "ecarte_site" / "embedded.py").write_text(
            "import sys, greeting\nprint(sys.prefix, greeting.WORDS, *sys.argv[1:])\n"
        )
        self.lock.parent.mkdir()
        (self.lock.parent / "tools.txt").write_text("not-to-be-had==1.0 --hash=sha256:" + "0" * 64 + "\n")

    def say(self, words: str) -> None:
        self.lock.write_text(write_wheel(self.folder / "wheels", words))

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        environment = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("PIP_", "DJANGO_", "PYTHONPATH"))
        }
        environment |= {
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": str(self.folder / "wheels"),
            "PIP_CONFIG_FILE": os.devnull,
        }
        return subprocess.run(
            [*BARE_PYTHON, str(self.folder / "manage.py"), *arguments],
            capture_output=True,
            text=True,
            check=False,
            cwd="/",
            env=environment,
        )


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path / "project")


@dataclass(frozen=True, slots=True)
class Kept:
    """A copy that has been started once: `project/`, the saved state `after/` that start, and its output."""

    folder: Path
    result: subprocess.CompletedProcess[str]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    folder = tmp_path_factory.mktemp("kept")
    first = Copy(folder / "project")
    first.say("hello")
    result = first.run("start", "--port", "8123")
    # An environment knows the folder that it was made in: each test is to find it there again.
    shutil.copytree(first.folder, folder / "after", symlinks=True)
    return Kept(folder, result)


@pytest.fixture
def started(kept: Kept) -> Copy:
    """A copy whose environment was made by a start and says "hello", reset to that state for every test."""
    shutil.rmtree(kept.folder / "project", ignore_errors=True)
    shutil.copytree(kept.folder / "after", kept.folder / "project", symlinks=True)
    return Copy(kept.folder / "project", is_new=False)


def test_makes_the_environment_and_goes_on_inside_it(kept: Kept, started: Copy) -> None:
    assert kept.result.stdout == f"{started.folder / '.venv'} hello --port 8123\n", kept.result.stderr
    assert "Installing" in kept.result.stderr
    second = started.run("start")
    assert (second.stdout, second.stderr) == (f"{started.folder / '.venv'} hello\n", "")


def test_a_changed_lock_is_installed_at_the_next_start(started: Copy) -> None:
    started.say("good evening")
    # The version is the same: only the hash tells.
    changed = started.run("start")
    assert "Installing" in changed.stderr


def test_a_start_keeps_the_tools_of_who_ran_the_tests_when_the_locks_change(started: Copy) -> None:
    tools = started.lock.with_name("dev.txt")
    tools.write_text(started.lock.read_text())
    stamp = started.folder / ".venv" / "installed-from"
    stamp.write_text("dev.txt older\n")
    assert "Installing" in started.run("start").stderr
    assert stamp.read_text() == f"dev.txt {hashlib.sha256(tools.read_bytes()).hexdigest()}\n"


def test_peers_have_an_environment_of_their_own_and_the_other_stays_as_it_was(started: Copy) -> None:
    started.lock.with_name("peers.txt").write_text(started.lock.read_text())
    benchmarks = started.folder / "tests" / "support"
    benchmarks.mkdir(parents=True)
    (benchmarks / "bench.py").write_text(
        "import sys, greeting\nprint(sys.prefix, greeting.WORDS, *sys.argv[1:])\n"
    )
    made = started.run("bench", "--small")
    assert made.stdout == f"{started.folder / '.venv-peers'} hello --small\n", made.stderr
    assert "into .venv-peers" in made.stderr
    assert started.run("bench").stderr == ""
    assert (started.run("start").stderr, started.run("bench").stderr) == ("", "")


@pytest.mark.parametrize("is_new", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_a_package_that_is_not_the_locked_one_is_not_installed(
    request: pytest.FixtureRequest, is_new: bool
) -> None:
    copy: Copy = request.getfixturevalue("copy" if is_new else "started")
    copy.say("hello")
    # A later version: of one that is there already, pip alone looks at no hash.
    wheels = copy.folder / "wheels"
    shutil.copy(wheels / WHEEL, wheels / WHEEL.replace("1.0", "1.1"))
    copy.lock.write_text(f"greeting==1.1 --hash=sha256:{'0' * 64}\n")
    result = copy.run("start")
    assert result.returncode == 1
    assert "requirements/run.txt could not be installed" in result.stderr
    assert "Nothing was started" in result.stderr
    assert "Traceback" not in result.stderr
    assert result.stdout == ""


@pytest.mark.soak
def test_an_environment_that_was_moved_is_made_again(started: Copy, tmp_path: Path) -> None:
    started.folder.rename(tmp_path / "elsewhere")
    started.folder = tmp_path / "elsewhere"
    assert started.run("start").stdout == f"{started.folder / '.venv'} hello\n"
    # What a move breaks is not Python but the programs beside it, which name their folder.
    assert (started.folder / ".venv" / "bin" / "pip").read_text().startswith(f"#!{started.folder}/")


def test_another_folders_environment_that_is_linked_here_is_left_as_it_was(
    started: Copy, tmp_path: Path
) -> None:
    theirs = tmp_path / "theirs"
    (started.folder / ".venv").rename(theirs)
    configuration = theirs / "pyvenv.cfg"
    configuration.write_text(configuration.read_text().replace(str(started.folder / ".venv"), str(theirs)))
    before = sorted(path.relative_to(theirs) for path in theirs.rglob("*"))
    (started.folder / ".venv").symlink_to(theirs)
    assert started.run("start").stdout == f"{started.folder / '.venv'} hello\n"
    assert not (started.folder / ".venv").is_symlink()
    assert sorted(path.relative_to(theirs) for path in theirs.rglob("*")) == before


@pytest.mark.soak
def test_an_environment_of_another_python_is_made_again(started: Copy) -> None:
    configuration = started.folder / ".venv" / "pyvenv.cfg"
    configuration.write_text(re.sub(r"version = 3\.11", "version = 3.10", configuration.read_text()))
    assert "Installing" in started.run("start").stderr
    assert "version = 3.11" in configuration.read_text()


def test_another_command_without_an_environment_says_how_to_get_one(copy: Copy) -> None:
    result = copy.run("import_egn", "evening.egn")
    assert result.returncode == 1
    assert "'import_egn'" in result.stderr
    assert "python3.11 manage.py start" in result.stderr
    assert "Traceback" not in result.stderr
    assert not (copy.folder / ".venv").exists()
