"""Lists of the API beside a bare list of Django REST framework, through the same processes at the same time.

Fewer requests a second are sent than in ``tests.bench.bench_api``, so that none waits for another.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from tests.bench import show
from tests.bench.bench_api import BARE, ask_all, filled, site
from tests.bench.bench_import import services
from tests.bench.bench_pads import percent_within
from tests.bench.peers import RUNS, Beside, beside
from tests.support.loops import in_a_loop

SECONDS: Final = 8.0
PER_SECOND: Final = 30
PARTS: Final = ("rubbers", "players", "standings")
SHARES: Final = (50, 95)
OURS: Final = "rights, pages, filters, links; as many queries at any size"
THEIRS: Final = "50 flat rows of one table, to anybody"


def main(*, small: bool = False) -> list[Beside]:
    with services() as environment, tempfile.TemporaryDirectory() as folder:
        tokens, paths = filled(environment)
        lists = {part: path for path in paths for part in PARTS if f"/{part}/" in path}
        all_paths = [*lists.values(), BARE]
        runs: list[dict[str, list[float]]] = []
        missed = 0
        with site(environment, Path(folder)) as port:
            for _ in range(2 if small else RUNS):
                asking = ask_all(
                    port, all_paths, tokens, seconds=1.0 if small else SECONDS, per_second=PER_SECOND
                )
                took, wrong = in_a_loop(asking)
                missed += wrong
                runs.append(took)
    asked_for = sum(len(seconds) for took in runs for seconds in took.values())
    figures = [
        *(row for share in SHARES for row in rows(share, lists, runs)),
        Beside("requests not answered with 200", float(missed), f"of {asked_for:,}", gives="all lists"),
    ]
    return show(figures)


def rows(share: int, lists: Mapping[str, str], runs: Sequence[Mapping[str, Sequence[float]]]) -> list[Beside]:
    """Return the bare list, then each of the API's and how it compares with that."""
    bare = [percent_within(took[BARE], share) for took in runs]
    what = f"{share} in 100 within"
    figures = [beside(f"a bare list of the framework, {what}", bare, "ms", gives=THEIRS)]
    for part, path in lists.items():
        ours = [percent_within(took[path], share) for took in runs]
        figures.append(beside(f"{part}, {what}", ours, "ms", gives=OURS, theirs=bare))
    return figures


if __name__ == "__main__":
    main()
