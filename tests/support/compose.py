"""docker-compose.yml as Compose reads it: variables resolved, and what every service must have.

The syntax is that of the Compose specification, 12-interpolation.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import yaml

from ecarte_site.setup.environment import PROJECT

FILE: Final = PROJECT / "docker-compose.yml"
NAME: Final = re.compile(r"[A-Za-z_]\w*")
OPERATORS: Final = (":-", ":?", ":+", "-", "?", "+")
MINOR_VERSION: Final = re.compile(r"[a-z/]+:\d+\.\d+(\.\d+)?(@sha256:[0-9a-f]{64})?")


class MissingVariableError(Exception):
    """A required variable is not set. The text is the file's message for it."""


def read_variables(text: str) -> dict[str, str]:
    """Return the variables of a `.env` file without quotes and interpolation of its own."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return {name: value for name, _, value in (line.partition("=") for line in lines)}


def resolve(variables: Mapping[str, str], file: Path = FILE) -> dict[str, Any]:
    """Return the file with `variables` filled in. Raises MissingVariableError as `docker compose` would stop."""
    resolved: dict[str, Any] = _resolved(yaml.safe_load(file.read_text(encoding="utf-8")), variables)
    return resolved


def _resolved(value: Any, variables: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        return {name: _resolved(each, variables) for name, each in value.items()}
    if isinstance(value, list):
        return [_resolved(each, variables) for each in value]
    return interpolate(value, variables) if isinstance(value, str) else value


def interpolate(text: str, variables: Mapping[str, str]) -> str:
    """Return `text` with `$NAME`, `${NAME}` and the six forms with an operator replaced; `$$` is a dollar sign."""
    parts, at = [], 0
    while (dollar := text.find("$", at)) >= 0:
        parts.append(text[at:dollar])
        rest = text[dollar + 1 :]
        if rest.startswith("{"):
            length = _length_to_brace(rest[1:])
            parts.append(_expand(rest[1 : 1 + length], variables))
            at = dollar + length + 3
        elif name := NAME.match(rest):
            parts.append(variables.get(name[0], ""))
            at = dollar + 1 + name.end()
        else:
            parts.append("$")
            at = dollar + 1 + rest.startswith("$")
    return "".join([*parts, text[at:]])


def _length_to_brace(text: str) -> int:
    """Return the position of the brace that closes the one opened before `text`."""
    depth = 1
    for at, character in enumerate(text):
        depth += {"{": 1, "}": -1}.get(character, 0)
        if not depth:
            return at
    raise ValueError(f"no brace closes ${{{text}")


def _expand(expression: str, variables: Mapping[str, str]) -> str:
    name = NAME.match(expression)
    if name is None:
        raise ValueError(f"${{{expression}}} names no variable")
    value = variables.get(name[0])
    rest = expression[name.end() :]
    operator = next((each for each in OPERATORS if rest.startswith(each)), "")
    if rest and not operator:
        raise ValueError(f"${{{expression}}} has no operator that Compose knows")
    word = rest.removeprefix(operator)
    counts = bool(value) if operator.startswith(":") else value is not None
    match operator[-1:]:
        case "-":
            return str(value) if counts else interpolate(word, variables)
        case "+":
            return interpolate(word, variables) if counts else ""
        case "?" if not counts:
            raise MissingVariableError(word)
    return value or ""


def names_in(text: str) -> set[str]:
    """Return the variables that a text asks for; `$$NAME` is the container's own."""
    return set(re.findall(r"(?<!\$)\$\{([A-Za-z_]\w*)", text))


def faults(composition: Mapping[str, Any]) -> list[str]:
    """Return what is wrong with a resolved file, as lines that begin with the service's name."""
    services = composition["services"].items()
    return [f"{name}: {fault}" for name, each in services for fault in _faults_of(each, composition)]


def _faults_of(service: Mapping[str, Any], composition: Mapping[str, Any]) -> Iterator[str]:
    for wanted, is_met in RULES.items():
        if not is_met(service):
            yield wanted
    for kind in ("networks", "secrets"):
        declared = composition.get(kind, {})
        yield from (
            f"{kind[:-1]} {each} is not declared" for each in service.get(kind, ()) if each not in declared
        )
    for volume in service.get("volumes", ()):
        source = volume.split(":")[0]
        if "/" not in source and source not in composition["volumes"]:
            yield f"volume {source} is not declared"
    for other in service.get("depends_on", {}):
        if other not in composition["services"]:
            yield f"service {other} is not there"


def _has_bounded_log(service: Mapping[str, Any]) -> bool:
    log = service.get("logging", {})
    return log.get("driver") == "json-file" and {"max-size", "max-file"} <= set(log.get("options", {}))


RULES: Final[Mapping[str, Callable[[Mapping[str, Any]], bool]]] = {
    "no limit to its memory": lambda service: bool(re.fullmatch(r"\d+[mg]", str(service.get("mem_limit")))),
    "no limit to its processes": lambda service: 0 < int(service.get("pids_limit", 0)) <= 10_000,
    "no limit to its log": _has_bounded_log,
    "a tmpfs without a size": lambda service: all("size=" in each for each in service.get("tmpfs", ())),
    "its disk can be written": lambda service: service.get("read_only") is True,
    "capabilities are left": lambda service: service.get("cap_drop") == ["ALL"],
    "it may gain privileges": lambda service: "no-new-privileges:true" in service.get("security_opt", ()),
    "no network of its own choice": lambda service: bool(service.get("networks")),
    "an image without a minor version": lambda service: (
        "build" in service or bool(MINOR_VERSION.fullmatch(str(service.get("image"))))
    ),
}
