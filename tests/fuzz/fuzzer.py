"""Start a run of the fuzzer as a process, from the same seeds each time, and return its outcome."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from random import Random

from ecarte_site.setup.environment import PROJECT
from tests.scoring.egn import egn
from tests.scoring.incidents_at_random.game import PlainGame, play_game
from tests.scoring.variants.games import DealtGame
from tests.scoring.variants.games import play_game as play_triomphe

SAMPLES = Path(__file__).parents[1] / "data" / "samples"
FINDS = Path(__file__).parent / "finds"
LONGEST = 450
"""Bytes of a seed: a fuzz of short records is a fuzz of many."""


OF_EACH_SAMPLE = 40
INJURED_GAMES = 80
GAMES_OF_TRIOMPHE = 12


def seeds() -> list[bytes]:
    """Return the same seeds in the same order each time; inputs that once broke something come first."""
    finds = [path.read_bytes() for path in sorted(FINDS.glob("*"))]
    sampled = []
    for path in sorted(SAMPLES.glob("*.egn")):
        rubbers = re.split(rb"(?m)^(?=\[EGN )", path.read_bytes())
        sampled += [rubber for rubber in rubbers if 0 < len(rubber) <= LONGEST][:OF_EACH_SAMPLE]
    injured = []
    for seed in range(INJURED_GAMES):
        game = play_game(Random(seed))
        for deal in game.deals:
            alone = PlainGame(game.heading, game.code, [deal])
            injured.append(egn(alone.text(), Code=game.code).encode())
    return [*finds, *sampled, *injured, *_deals_of_triomphe()]


def _deals_of_triomphe() -> list[bytes]:
    games = (play_triomphe(Random(seed)) for seed in range(GAMES_OF_TRIOMPHE))
    return [
        egn(DealtGame([deal], "*").text(), Variant="Triomphe").encode()
        for game in games
        for deal in game.deals
    ]


IS_HERE = importlib.util.find_spec("atheris") is not None
"""Whether atheris is available: it is only built for Linux on x86-64."""


@dataclass(frozen=True, slots=True)
class Note:
    """The state of a run after ``inputs``. ``blocks`` of memory are those of Python, without the fuzzer's corpus."""

    inputs: int
    seconds: float
    resident_kib: int
    blocks: int
    slowest_seconds: float


@dataclass(frozen=True, slots=True)
class Run:
    """``branches`` and ``kept`` (inputs that took a new branch) are the fuzzer's own counts; ``report`` is
    its output.
    """

    status: int
    notes: tuple[Note, ...]
    branches: int
    kept: int
    report: str

    @property
    def found_nothing(self) -> bool:
        return self.status == 0


def run_fuzzer(runs: int, *, seed: int = 1, finds: Path = FINDS, target: str = "tests.fuzz.target") -> Run:
    """Give ``runs`` inputs to ``target.check_input``; an input that breaks it is left in ``finds``."""
    with tempfile.TemporaryDirectory() as folder:
        finds.mkdir(exist_ok=True)
        corpus, log = Path(folder, "corpus"), Path(folder, "log")
        corpus.mkdir()
        log.touch()
        for number, data in enumerate(seeds()):
            (corpus / f"{number:04}").write_bytes(data)
        command = [sys.executable, "-m", "tests.fuzz.run", str(runs), str(seed)]
        done = subprocess.run(
            [*command, str(corpus), str(finds), str(log), target],
            cwd=PROJECT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
        )
        notes = tuple(Note(**json.loads(line)) for line in log.read_text(encoding="ascii").splitlines())
    counted = re.findall(r"cov: (\d+) ft: \d+ corp: (\d+)/", done.stdout)
    branches, kept = counted[-1] if counted else ("0", "0")
    return Run(done.returncode, notes, int(branches), int(kept), done.stdout)
