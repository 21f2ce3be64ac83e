"""The machine that something was measured on, in words that name nobody: model, cores, memory, kernel, versions."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

PROCESSORS = Path("/proc/cpuinfo")
MEMORY = Path("/proc/meminfo")


def machine() -> str:
    """``AMD EPYC, 2 cores, 24 GiB, Linux 6.1 x86_64``; what the system does not tell is left out."""
    parts = [_processor(), f"{os.cpu_count()} cores", _memory(), f"{_kernel()} {platform.machine()}"]
    return ", ".join(filter(None, parts))


def versions(packages: Iterable[str]) -> str:
    """Python's, then those of the packages that are installed."""
    found = [f"Python {platform.python_version()}"]
    for package in packages:
        try:
            found.append(f"{package} {metadata.version(package)}")
        except metadata.PackageNotFoundError:
            continue
    return ", ".join(found)


def _processor() -> str:
    found = re.search(r"^model name\s*: *(.+)$", _text(PROCESSORS), re.MULTILINE)
    return found[1].strip() if found else platform.processor()


def _memory() -> str:
    found = re.search(r"^MemTotal: *(\d+) kB$", _text(MEMORY), re.MULTILINE)
    return f"{int(found[1]) / (1 << 20):.0f} GiB" if found else ""


def _kernel() -> str:
    """System and release to the second number: what follows may name a machine or its maker."""
    release = re.match(r"\d+(\.\d+)?", platform.release())
    return f"{platform.system()} {release[0]}" if release else platform.system()


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
