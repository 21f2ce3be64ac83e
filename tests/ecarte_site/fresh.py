"""Processes that have read no settings yet, by the dozen: each is forked from one that has only loaded libraries."""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ecarte_site.setup.environment import PROJECT

PROGRAM = """
import json, os, sys, traceback
import celery, csp.constants, cryptography.fernet, dj_database_url, django.core.management, django.db.models
import django.template.engine, jsonschema, orjson, psycopg, redis, requests, rich.console, structlog, xlsxwriter

assert not any(name.startswith(("ecarte_site", "matches")) for name in sys.modules)
for line in sys.stdin:
    asked = json.loads(line)
    child = os.fork()
    if child == 0:
        os.environ.clear()
        os.environ.update(asked["environment"])
        for stream in (1, 2):
            os.dup2(os.open(asked["said"][stream - 1], os.O_WRONLY | os.O_CREAT | os.O_TRUNC), stream)
        status = 0
        try:
            exec(asked["code"], {"__name__": "__main__"})
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else int(end.code is not None)
        except BaseException:
            traceback.print_exc()
            status = 1
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


@dataclass(frozen=True, slots=True)
class Done:
    returncode: int
    stdout: str
    stderr: str


class FreshProcesses:
    def __init__(self, folder: Path, environment: Mapping[str, str]) -> None:
        self._output_files = [folder / "out", folder / "err"]
        self._parent = subprocess.Popen(
            [sys.executable, "-c", PROGRAM],
            cwd=PROJECT,
            env=dict(environment),
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def run(self, code: str, environment: Mapping[str, str]) -> Done:
        assert self._parent.stdin is not None
        assert self._parent.stdout is not None
        request = {"code": code, "environment": dict(environment), "said": list(map(str, self._output_files))}
        print(json.dumps(request), file=self._parent.stdin, flush=True)
        status = int(self._parent.stdout.readline())
        return Done(status, *(path.read_text(encoding="utf-8") for path in self._output_files))

    def close(self) -> None:
        self._parent.communicate()


@cache
def fresh_processes() -> FreshProcesses:
    """Return those of this test process, which end with it."""
    folder = tempfile.TemporaryDirectory(prefix="ecarte-fresh-")
    started = FreshProcesses(Path(folder.name), os.environ)
    atexit.register(folder.cleanup)
    atexit.register(started.close)  # the first of the two to be called
    return started
