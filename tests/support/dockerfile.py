"""Read and check the Dockerfile, and run its steps in a plain folder if there is no container engine."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ecarte_site.setup.environment import PROJECT

FILE: Final = PROJECT / "Dockerfile"
BASE: Final = re.compile(r"python:\d+\.\d+\.\d+-slim(@sha256:[0-9a-f]{64})?( AS \w+)?")
SECRET: Final = re.compile(r"\w*(KEY|PASSWORD|TOKEN|SECRET)\w*=")
FOLDERS: Final = ("/packages", "/requirements", "/app", "/var/cache/ecarte")


@dataclass(frozen=True, slots=True)
class Instruction:
    """`argument` is the text after the word, its lines joined."""

    line: int
    word: str
    argument: str


def instructions(text: str) -> list[Instruction]:
    """Return the instructions of a Dockerfile, without comments."""
    result, start, joined = [], 0, ""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        start = start if joined else number
        joined += line
        if joined.endswith("\\"):
            joined = joined[:-1]
            continue
        word, _, argument = joined.strip().partition(" ")
        result.append(Instruction(start, word.upper(), argument.strip()))
        joined = ""
    return result


def copied(text: str) -> list[str]:
    """Return what the Dockerfile copies from the project."""
    copies = (each.argument for each in instructions(text) if each.word == "COPY")
    return [source for argument in copies if "--from" not in argument for source in argument.split()[:-1]]


def faults(text: str, *, ignored: str) -> list[str]:
    """Return what is wrong with a Dockerfile, a line each; `ignored` is the text of .dockerignore."""
    steps = instructions(text)
    lines = [f"line {each.line}: {fault}" for each in steps for fault in _faults_of(each)]
    users = [each.argument for each in steps if each.word == "USER"]
    if not users or not re.fullmatch(r"[1-9]\d*", users[-1]):
        lines.append("the last USER is no number of a user without rights")
    for source in copied(text):
        if not (PROJECT / source).exists():
            lines.append(f"COPY of {source}, which is not there")
        if f"!{source.split('/')[0]}" not in ignored.split():
            lines.append(f"COPY of {source}, which .dockerignore keeps out")
    return lines


def _faults_of(instruction: Instruction) -> Iterator[str]:
    match instruction.word, instruction.argument:
        case "FROM", base if not BASE.fullmatch(base):
            yield f"{base} is not pinned to a version of Python, slim"
        case "ADD", _:
            yield "ADD fetches and unpacks: use COPY"
        case (("ENV" | "ARG"), variables) if SECRET.search(variables):
            yield "a secret would stay in the image"
        case (("CMD" | "ENTRYPOINT" | "HEALTHCHECK"), command) if not _is_list(command):
            yield "a command that is no list runs in a shell, which takes the signals"
        case "RUN", step:
            if "pip" in step and step.count("--require-hashes") < len(
                re.findall(r"pip (?:install|sync)", step)
            ):
                yield "packages without hashes"
            if "apt-get install" in step and "rm -rf /var/lib/apt/lists" not in step:
                yield "lists of packages stay in the image"


def _is_list(command: str) -> bool:
    try:
        return isinstance(json.loads(command), list)
    except ValueError:
        return False


def run_steps(text: str, folder: Path) -> Iterator[tuple[Instruction, str]]:
    """Run the image's steps in `folder` in place of the image's root, and yield each with its outcome.

    Yields a step before it is run. Steps that create a user or change owners are left out, since neither applies to
    a plain folder. Raises CalledProcessError if a step fails.
    """
    environment = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    environment |= {
        key: value for key, value in os.environ.items() if key.startswith(("PIP_", "UV_", "SSL_"))
    }
    environment["PATH"] = os.pathsep.join([str(_python(folder)), environment["PATH"]])
    work = folder
    for step in instructions(text):
        argument = _within(step.argument, folder)
        match step.word:
            case "ENV":
                yield step, "set"
                environment |= _variables(argument, environment)
            case "WORKDIR":
                yield step, "made"
                work = Path(argument)
                work.mkdir(parents=True, exist_ok=True)
            case "COPY" if "--from" in argument:
                yield step, "one folder serves both parts"
            case "COPY":
                yield step, "copied"
                _copy(argument.split()[:-1], work / argument.split()[-1])
            case "RUN" if "useradd" in argument:
                yield step, "left out: no user is made"
            case "RUN":
                yield step, "run"
                plain = re.sub(r"&& chown \d+( [^\s&]+)+", "", argument)
                subprocess.run(["sh", "-ec", plain], cwd=work, env=environment, check=True)
            case "CMD":
                yield step, "its settings checked"
                settings = {"SECRET_KEY": "checking", "ECARTE_DATA_DIR": f"{folder}/data"}
                command = [*json.loads(argument), "--check-config"]
                subprocess.run(command, cwd=work, env={**environment, **settings}, check=True)
            case _:
                yield step, "for an engine alone"


def _python(folder: Path) -> Path:
    programs = folder / "bin"
    programs.mkdir(parents=True, exist_ok=True)
    program = programs / "python"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    program.chmod(0o755)
    return programs


def _within(argument: str, folder: Path) -> str:
    pattern = "|".join(map(re.escape, FOLDERS))
    return re.sub(rf"(?<![\w.])(?:{pattern})(?![\w-])", lambda match: f"{folder}{match[0]}", argument)


def _variables(argument: str, environment: Mapping[str, str]) -> dict[str, str]:
    pairs = (pair.partition("=") for pair in argument.split())
    return {
        name: re.sub(r"\$(\w+)", lambda match: environment.get(match[1], ""), value)
        for name, _, value in pairs
    }


def _copy(sources: list[str], target: Path) -> None:
    if len(sources) > 1 or str(target).endswith("/") or target.is_dir():
        target.mkdir(parents=True, exist_ok=True)
    for source in sources:
        if (PROJECT / source).is_dir():
            shutil.copytree(PROJECT / source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(PROJECT / source, target)
