from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.support.compose import MissingVariableError, faults, interpolate, names_in, read_variables

VARIABLES = {"SET": "s", "EMPTY": "", "OTHER": "o"}


@pytest.mark.parametrize(
    ("text", "becomes"),
    [
        ("plain", "plain"),
        ("${SET}-$SET", "s-s"),
        ("${UNSET}${EMPTY}$UNSET", ""),
        ("${UNSET:-x}${EMPTY:-y}${SET:-z}", "xys"),
        ("${UNSET-x}${EMPTY-y}${SET-z}", "xs"),
        ("${UNSET:+x}${EMPTY:+y}${SET:+z}", "z"),
        ("${UNSET+x}${EMPTY+y}${SET+z}", "yz"),
        ("${SET:?no}${SET?no}${EMPTY?no}", "ss"),
        ("${UNSET:-${EMPTY:-${OTHER}}}", "o"),
        ("${SET:-${UNSET:?not asked for}}", "s"),
        ("$$SET $${SET} 5$ $", "$SET ${SET} 5$ $"),
        ("${SET:-2}500m", "s500m"),
        ("redis://${UNSET:-a:b@c/?d}", "redis://a:b@c/?d"),
    ],
)
def test_variables_are_filled_in_as_the_specification_says(text: str, becomes: str) -> None:
    assert interpolate(text, VARIABLES) == becomes


@pytest.mark.parametrize(
    "text", ["${UNSET:?set it}", "${EMPTY:?set it}", "${UNSET?set it}", "${A:-${B:?set it}}"]
)
def test_a_variable_that_has_to_be_set_stops_with_the_files_own_words(text: str) -> None:
    with pytest.raises(MissingVariableError, match=r"^set it$"):
        interpolate(text, VARIABLES)


@pytest.mark.parametrize("text", ["${SET", "${1}", "${SET/a/b}"])
def test_what_compose_does_not_know_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"SET|1"):
        interpolate(text, VARIABLES)


def test_names_and_variables_are_read() -> None:
    assert names_in("${A:-${B}} $${C} $${D:+$${E}}") == {"A", "B"}
    assert read_variables("# C=1\n\nA=1=2\nB=\n") == {"A": "1=2", "B": ""}


SOUND: dict[str, Any] = {
    "services": {
        "a": {
            "image": "caddy:2.11",
            "mem_limit": "1g",
            "pids_limit": "100",
            "logging": {"driver": "json-file", "options": {"max-size": "1m", "max-file": "2"}},
            "tmpfs": ["/run/a:size=1m"],
            "read_only": True,
            "cap_drop": ["ALL"],
            "security_opt": ["no-new-privileges:true"],
            "networks": ["inner"],
            "secrets": ["key"],
            "volumes": ["data:/data", "./file:/file"],
        }
    },
    "networks": {"inner": None},
    "secrets": {"key": {}},
    "volumes": {"data": None},
}


@pytest.mark.parametrize(
    ("name", "value", "fault"),
    [
        ("mem_limit", None, "no limit to its memory"),
        ("mem_limit", "2", "no limit to its memory"),
        ("pids_limit", -1, "no limit to its processes"),
        ("logging", {"driver": "json-file", "options": {"max-size": "1m"}}, "no limit to its log"),
        ("logging", {"driver": "local"}, "no limit to its log"),
        ("tmpfs", ["/run/a:mode=1777"], "a tmpfs without a size"),
        ("read_only", False, "its disk can be written"),
        ("cap_drop", ["NET_RAW"], "capabilities are left"),
        ("security_opt", [], "it may gain privileges"),
        ("image", "caddy:2", "an image without a minor version"),
        ("image", "caddy", "an image without a minor version"),
        ("networks", [], "no network of its own choice"),
        ("networks", ["outer"], "network outer is not declared"),
        ("secrets", ["password"], "secret password is not declared"),
        ("volumes", ["other:/data"], "volume other is not declared"),
        ("depends_on", {"b": {}}, "service b is not there"),
    ],
)
def test_each_fault_of_a_service_is_found(name: str, value: object, fault: str) -> None:
    assert faults(SOUND) == []
    broken = copy.deepcopy(SOUND)
    broken["services"]["a"][name] = value
    assert faults(broken) == [f"a: {fault}"]


def test_an_image_may_be_pinned_by_its_digest() -> None:
    pinned = copy.deepcopy(SOUND)
    pinned["services"]["a"]["image"] = f"postgres:17.11@sha256:{'0' * 64}"
    assert faults(pinned) == []
