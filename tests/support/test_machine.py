"""What a page says of the machine: enough to judge a figure by, and no name."""

from __future__ import annotations

import platform
import re

from tests.support.machine import machine, versions


def test_a_machine_is_told_by_cores_and_kernel_and_not_by_name() -> None:
    words = machine()
    assert re.search(r"\d+ cores", words)
    assert re.search(rf"{platform.system()} \d+\.\d+ {platform.machine()}$", words)
    assert platform.node() not in words
    assert platform.release() not in words


def test_versions_are_those_of_what_is_installed() -> None:
    words = versions(["django", "no-such-peer"])
    assert re.fullmatch(rf"Python {platform.python_version()}, django 5\.2\.\d+", words)
