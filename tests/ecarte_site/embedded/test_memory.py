"""Memory from large work returns to the system. It is tested in a process of its own, like the site's."""

from __future__ import annotations

import json
import os
import sys

import pytest

from ecarte_site.embedded.memory import GROWN_BYTES, resident_bytes
from tests.support.processes import python_output

WORK = """
import json, sys
from ecarte_site.embedded import memory
if "keep_little" in sys.argv:
    memory.keep_little()
before = memory.resident_bytes()
pieces = [bytes(300 + number % 700) for number in range(300_000)]
grown = memory.resident_bytes()
kept = pieces[::3_000]
pieces.clear()
if "give_back" in sys.argv:
    memory.give_back()
print(json.dumps([before, grown, memory.resident_bytes()]))
"""
pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="the system does not say its size"
)


def worked(*calls: str) -> list[int]:
    return [int(number) for number in json.loads(python_output(os.environ, "-c", WORK, *calls))]


def test_memory_of_large_work_is_given_back_though_a_little_is_kept_amid_it() -> None:
    before, peak, after = worked("keep_little", "give_back")
    assert peak - before > 5 * GROWN_BYTES
    assert after - before < (peak - before) / 3


def test_a_process_knows_its_size() -> None:
    size = resident_bytes()
    ballast = bytearray(64 << 20)
    assert resident_bytes() - size > len(ballast) // 2
