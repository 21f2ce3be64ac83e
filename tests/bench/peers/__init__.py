"""Beside its peers: a module here measures one thing beside what somebody would take in its place.

The protocol, for a module `tests/bench/peers/bench_<subject>.py`:

    def main(*, small: bool = False) -> list[Beside]:
        ...

`manage.py bench` runs each in a process of its own, in an environment that has the peers, and puts the tables into
docs/benchmarks.md. `small` asks for no more than shows that everything works. Peers are looked for as late as
they are wanted (`peer`), so that the rest of a module can be tried without them.

All that is compared is run in turns (`seconds_in_turn`), and ratios are taken turn by turn: what slows the machine
down for a while slows both.
"""

from __future__ import annotations

from tests.bench.peers.beside import RUNS, Beside, beside, peer, ratios, seconds_in_turn, table

__all__ = ["RUNS", "Beside", "beside", "peer", "ratios", "seconds_in_turn", "table"]
