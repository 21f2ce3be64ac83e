"""`make image-check`: check as much of the image and of docker-compose.yml as is possible without a container
engine.

Uses hadolint, Caddy and Docker Compose if available, and reports each that is not. Ends with status 1 if anything
is wrong.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from ecarte_site.setup.environment import PROJECT
from tests.support import compose, dockerfile

FILLED_IN: Final = {
    "SITE_HOST": "ecarte.example.org",
    "SECRET_KEY": "for this check alone",
    "POSTGRES_PASSWORD": "for-this-check-alone",
    "EMAIL_URL": "smtp://mail.example.org/",
}


def main() -> int:
    faults = [*check_dockerfile(), *check_compose(), *check_programs()]
    for fault in faults:
        print(f"FAULT: {fault}")
    if faults:
        return 1
    with tempfile.TemporaryDirectory(prefix="ecarte-image-") as folder:
        failed = run_build(Path(folder))
    if failed:
        print(f"FAULT: {failed}")
        return 1
    print(end_of_it(has_engine=_succeeds(["docker", "info"])))
    return 0


def check_dockerfile() -> list[str]:
    """Check the Dockerfile by our own few rules."""
    ignored = (PROJECT / ".dockerignore").read_text(encoding="utf-8")
    faults = dockerfile.faults(dockerfile.FILE.read_text(encoding="utf-8"), ignored=ignored)
    print(f"Dockerfile, our own rules: {len(faults)} faults")
    return [f"Dockerfile, {fault}" for fault in faults]


def check_compose() -> list[str]:
    """Check docker-compose.yml by our own rules, with the variables that have to be set and no others."""
    faults = compose.faults(compose.resolve(FILLED_IN))
    print(f"docker-compose.yml, our own rules: {len(faults)} faults")
    return [f"docker-compose.yml, {fault}" for fault in faults]


def check_programs() -> list[str]:
    """Run the programs that are made for these checks, if this machine has them."""
    caddyfile = str(PROJECT / "deploy" / "Caddyfile")
    checks: Sequence[tuple[str, list[str] | None, list[str]]] = (
        ("hadolint", _program("hadolint"), [str(dockerfile.FILE)]),
        ("caddy validate", _program("caddy"), ["validate", "--config", caddyfile, "--adapter", "caddyfile"]),
        ("docker compose config", _compose_program(), ["--file", str(compose.FILE), "config", "--quiet"]),
    )
    faults = []
    for name, program, arguments in checks:
        if program is None:
            print(f"{name}: not at hand")
            continue
        done = _run([*program, *arguments])
        print(f"{name}: {'no fault' if done.returncode == 0 else 'faults'}")
        if done.returncode:
            faults.append(f"{name}: {(done.stdout + done.stderr).strip()}")
    return faults


def run_build(folder: Path) -> str:
    """Run the Dockerfile's steps in `folder`; return what failed, or an empty text."""
    print("The build's steps, in a plain folder:", flush=True)
    steps = dockerfile.run_steps(dockerfile.FILE.read_text(encoding="utf-8"), folder)
    try:
        for step, fate in steps:
            print(f"  line {step.line}, {step.word}: {fate}", flush=True)
    except (subprocess.CalledProcessError, OSError) as error:
        return f"a step of the build: {error}"
    names = folder / "app" / "staticfiles" / "staticfiles.json"
    return "" if names.exists() else "no static files were collected"


def end_of_it(*, has_engine: bool) -> str:
    """Return a summary of what was checked, and of what was not."""
    if has_engine:
        return "Nothing is wrong so far. There is a container engine here: docker compose build makes the image itself."
    return (
        "Nothing is wrong so far. The image itself was not built, and no container was started: there is no container "
        "engine here. Not shown: the base images, the user and the rights of files, limits, networks, start and order."
    )


def _program(name: str) -> list[str] | None:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    program = shutil.which(name, path=path)
    return [program] if program else None


def _compose_program() -> list[str] | None:
    for command in (["docker", "compose"], ["docker-compose"]):
        program = _program(command[0])
        if program and _succeeds([*program, *command[1:], "version"]):
            return [*program, *command[1:]]
    return None


def _succeeds(command: list[str]) -> bool:
    try:
        return _run(command).returncode == 0
    except OSError:
        return False


def _run(command: list[str]) -> subprocess.CompletedProcess[str]:
    environment: Mapping[str, str] = {**os.environ, **FILLED_IN}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


if __name__ == "__main__":
    sys.exit(main())
