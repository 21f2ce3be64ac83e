"""Resource use of each process of an open day, and where work waits, sampled once a second.

Processor time is read from /proc, for a process and those that it has started. Of the database, only sessions on
our own database are counted. Of the machine, all busy time is counted: the part that nothing here accounts for
appears as ``else``, so that a figure from a machine with other work can be recognised.
"""

from __future__ import annotations

import os
import threading
import time
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, LiteralString

import psycopg
import redis

EVERY_SECONDS: Final = 1.0
TICKS: Final = os.sysconf("SC_CLK_TCK")
LISTENS: Final = "0A"
"""The state of a listening socket in /proc/net/tcp."""
ADDED_TO: Final = ("matches_logentry", "matches_padentry")
SESSIONS: Final[LiteralString] = """
    SELECT pid, state = 'active' AND pid <> pg_backend_pid(), coalesce(wait_event_type = 'Lock', false)
    FROM pg_stat_activity WHERE datname = current_database()
"""


@dataclass(slots=True)
class Usage:
    """The resources used.

    ``processor``: seconds by part; ``mib``: memory by part at the end; the rest are the maximum of any sample.
    ``waiting``: connections that no web process had accepted yet; ``locked``: sessions that waited for a lock.
    """

    seconds: float = 0.0
    processor: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    busiest_web: float = 0.0
    """Seconds of the web process that took most: one process has no more than one core."""
    mib: dict[str, float] = field(default_factory=dict)
    waiting: int = 0
    sessions: int = 0
    active: int = 0
    locked: int = 0
    most_sessions: int = 0
    commands: int = 0
    written_mib: float = 0.0
    """The size of the database's write-ahead log, by all clients of that server."""
    grown: dict[str, int] = field(default_factory=dict)
    """Bytes that the tables took on, with their indexes, to which a deal at a pad only adds."""

    def cores(self, part: str) -> float:
        return self.processor[part] / self.seconds

    @property
    def busy(self) -> float:
        return sum(self.processor.values()) / self.seconds


class Watch(threading.Thread):
    """Samples until it is left. ``processes``: the first process of each part; ``port``: of the web."""

    def __init__(self, processes: Mapping[str, int], environment: Mapping[str, str], *, port: int) -> None:
        super().__init__(daemon=True)
        self.usage = Usage()
        self._processes = processes
        self._port = port
        self._database = psycopg.connect(environment["DATABASE_URL"], autocommit=True)
        self._redis = redis.Redis.from_url(environment["REDIS_URL"])
        self._redis_process = int(self._redis_info()["process_id"])
        self._before: dict[str, dict[int, float]] = {}
        self._totals: dict[str, dict[int, float]] = {}
        self._ended = threading.Event()

    def __enter__(self) -> Watch:
        self._began, self._busy_before = time.perf_counter(), _busy_seconds()
        self._commands = int(self._redis_info()["total_commands_processed"])
        self._written = self._log_bytes()
        self._sizes = self._table_bytes()
        self._before = {part: _seconds(pids) for part, pids in self._parts().items()}
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self.join()
        self._sample()
        usage = self.usage
        usage.seconds = time.perf_counter() - self._began
        usage.busiest_web = max(self._totals["web"].values())
        usage.mib = {part: sum(map(_mib, pids)) for part, pids in self._parts().items()}
        usage.commands = int(self._redis_info()["total_commands_processed"]) - self._commands
        usage.written_mib = (self._log_bytes() - self._written) / (1 << 20)
        usage.grown = {table: size - self._sizes[table] for table, size in self._table_bytes().items()}
        busy = _busy_seconds() - self._busy_before
        usage.processor["else"] = max(0.0, busy - sum(usage.processor.values()))
        allowed = self._database.execute("SHOW max_connections").fetchone()
        usage.most_sessions = int(allowed[0]) if allowed else 0
        self._database.close()
        self._redis.close()

    def run(self) -> None:
        while not self._ended.wait(EVERY_SECONDS):
            self._sample()

    def _parts(self) -> dict[str, list[int]]:
        parts = {part: _family(process) for part, process in self._processes.items()}
        rows = self._database.execute(SESSIONS).fetchall()
        self.usage.sessions = max(self.usage.sessions, len(rows))
        self.usage.active = max(self.usage.active, sum(bool(row[1]) for row in rows))
        self.usage.locked = max(self.usage.locked, sum(bool(row[2]) for row in rows))
        return parts | {"database": [int(row[0]) for row in rows], "redis": [self._redis_process]}

    def _sample(self) -> None:
        """Add what each process took since it was last seen; one that is new is counted from its start."""
        for part, pids in self._parts().items():
            before, now = self._before.setdefault(part, {}), _seconds(pids)
            totals = self._totals.setdefault(part, {})
            for pid, seconds in now.items():
                more = seconds - before.get(pid, 0.0)
                totals[pid] = totals.get(pid, 0.0) + more
                self.usage.processor[part] += more
            before |= now
        self.usage.waiting = max(self.usage.waiting, _waiting(self._port))

    def _redis_info(self) -> Mapping[str, int]:
        info: Mapping[str, int] = self._redis.info()
        return info

    def _table_bytes(self) -> dict[str, int]:
        sizes = "SELECT pg_total_relation_size(%s::regclass)"
        rows = {table: self._database.execute(sizes, [table]).fetchone() for table in ADDED_TO}
        return {table: int(row[0]) if row else 0 for table, row in rows.items()}

    def _log_bytes(self) -> int:
        row = self._database.execute("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn").fetchone()
        return int(row[0]) if row else 0


def _family(process: int) -> list[int]:
    try:
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        return []
    return [process, *(each for child in children for each in _family(int(child)))]


def _seconds(pids: list[int]) -> dict[int, float]:
    seconds = {}
    for pid in pids:
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        seconds[pid] = (int(fields[11]) + int(fields[12])) / TICKS
    return seconds


def processor_seconds(process: int) -> float:
    """Return the processor time of a process and of its descendants."""
    return sum(_seconds(_family(process)).values())


def _mib(pid: int) -> float:
    """Resident, without what the sessions of a database share."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0.0
    resident, shared = (int(status.partition(name)[2].split()[0]) for name in ("VmRSS:", "RssShmem:"))
    return (resident - shared) / 1024


def _busy_seconds() -> float:
    """Return the busy seconds of all cores since the machine started: all but idle time and waiting for disks."""
    user, nice, system, _idle, _waits, *rest = map(
        int, Path("/proc/stat").read_text().split("\n")[0].split()[1:]
    )
    return (user + nice + system + sum(rest[:3])) / TICKS


def _waiting(port: int) -> int:
    """Return the number of established connections to the port that no process has accepted yet."""
    waiting = 0
    for line in Path("/proc/net/tcp").read_text().split("\n")[1:]:
        words = line.split()
        if len(words) > 4 and words[3] == LISTENS and int(words[1].rpartition(":")[2], 16) == port:
            waiting += int(words[4].rpartition(":")[2], 16)
    return waiting
