"""`manage.py bench` itself: what it refuses here, and the whole of it in small with the peers."""

from __future__ import annotations

import subprocess
import sys

import pytest

from ecarte_site.setup.environment import PROJECT
from tests.support import bench
from tests.support.soak import PAGE


def known() -> list[str]:
    return sorted(path.stem.removeprefix("bench_") for path in bench.MODULES.glob("bench_*.py"))


def test_an_unknown_name_is_refused_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        bench.main(["reeding"])
    assert stopped.value.code == 2
    errors = capsys.readouterr().err
    assert f"no benchmark is called reeding; there are {', '.join(known())}" in errors


def test_the_page_has_a_place_for_each_table_and_for_the_machine() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for name in ["this run", *known()]:
        assert page.count(f"<!-- figures: peers, {name} -->") == 1, name


@pytest.mark.soak
def test_every_benchmark_runs_beside_its_peers() -> None:
    before = PAGE.read_text(encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(PROJECT / "manage.py"), "bench", "--small"],
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    for name in ("chess", "endplay", "py4swiss"):
        assert f"{name} " in done.stdout.splitlines()[0]
    assert [line for line in done.stdout.splitlines() if line in known()] == known()
    assert PAGE.read_text(encoding="utf-8") == before
