"""Compute the member ``derived`` of an event's JSON document, and compare two versions of it.

The document has the event's log, the log of each rubber, and ``derived``: the state that follows from these logs, as
plain JSON values. ``matches.exchange.event_files`` reads and writes files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Final

from matches.rules.events.state import EventState, Result

FORMAT: Final = "ecarte-event"
FORMAT_VERSION: Final = 1
MOST_DIFFERENCES: Final = 100
"""The maximum number of differences reported in each part of ``derived``; more mean another event."""
DIFFERENCE_CODES: Final[dict[str, str]] = {
    "results": "result_differs",
    "rounds": "pairing_differs",
    "tables": "standing_differs",
    "places": "place_differs",
}
"""The code of a difference in each part of ``derived``; in any other it is ``derived_differs``."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference between the stated ``derived`` of a document and the one that follows from its logs.

    ``pointer`` is a JSON pointer (RFC 6901). A value is None if there is no such value.
    """

    pointer: str
    code: str
    stated: Any
    follows: Any


def derived_json(state: EventState, results: Iterable[Result]) -> dict[str, Any]:
    """Return ``derived`` of an event's document. ``order`` of a result is its position among the rubbers, from 1."""
    ordered = sorted(results, key=lambda result: result.order)
    return {
        "phase": state.phase,
        "results": [{**plain(each), "order": order} for order, each in enumerate(ordered, start=1)],
        "stages": [
            {each.name: plain(getattr(stage, each.name)) for each in fields(stage) if each.name != "plan"}
            for stage in state.stages
        ],
        "outside": plain(state.outside),
        "places": dict(state.places),
        "warnings": plain(state.warnings),
    }


def plain(value: Any) -> Any:
    """Return the value as plain JSON data: dataclasses as objects, tuples and sets as lists."""
    if is_dataclass(value):
        return {each.name: plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, frozenset):
        return sorted(map(plain, value))
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return value


def derived_differences(stated: Mapping[str, Any], follows: Mapping[str, Any]) -> Iterator[Difference]:
    """Yield at most ``MOST_DIFFERENCES`` differences for each member of two versions of ``derived``."""
    for name in dict.fromkeys((*follows, *stated)):
        pairs = differences(stated.get(name), follows.get(name), f"/derived/{name}")
        for count, (pointer, one, other) in enumerate(pairs):
            if count == MOST_DIFFERENCES:
                break
            yield Difference(pointer, _code(pointer), one, other)


def _code(pointer: str) -> str:
    """Return the code of a difference: that of the innermost part of its pointer that has one."""
    parts = [part for part in pointer.split("/") if part in DIFFERENCE_CODES]
    return DIFFERENCE_CODES[parts[-1]] if parts else "derived_differs"


def differences(stated: Any, follows: Any, pointer: str) -> Iterator[tuple[str, Any, Any]]:
    """Yield the JSON pointer, the stated value and the following value of each difference between two JSON values.

    ``true`` differs from 1, and ``false`` from 0.
    """
    if isinstance(stated, Mapping) and isinstance(follows, Mapping):
        for key in dict.fromkeys((*follows, *stated)):
            yield from differences(stated.get(key), follows.get(key), f"{pointer}/{escape_pointer_key(key)}")
    elif _is_list(stated) and _is_list(follows):
        for place in range(max(len(stated), len(follows))):
            yield from differences(_item(stated, place), _item(follows, place), f"{pointer}/{place}")
    elif stated != follows or isinstance(stated, bool) != isinstance(follows, bool):
        yield pointer, stated, follows


def escape_pointer_key(key: object) -> str:
    """Return a key escaped for use in a JSON pointer (RFC 6901)."""
    return str(key).replace("~", "~0").replace("/", "~1")


def _is_list(value: Any) -> bool:
    return isinstance(value, list | tuple)


def _item(items: Sequence[Any], place: int) -> Any:
    return items[place] if place < len(items) else None
