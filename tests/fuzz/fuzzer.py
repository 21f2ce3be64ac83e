"""The fuzzer from outside: start a run, and say what came of it."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from ecarte_site.setup.environment import PROJECT
from tests.fuzz.seeds import FINDS, seeds

IS_HERE = importlib.util.find_spec("atheris") is not None
"""atheris comes built for Linux on x86-64 alone."""


@dataclass(frozen=True, slots=True)
class Note:
    """How a run stood after so many inputs; ``blocks`` is what Python holds of memory, the fuzzer's corpus left out."""

    inputs: int
    seconds: float
    resident_kib: int
    blocks: int
    slowest_seconds: float


@dataclass(frozen=True, slots=True)
class Run:
    """``branches`` and ``kept`` (inputs that took a new one) as the fuzzer counts them; ``report`` is all it said."""

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
