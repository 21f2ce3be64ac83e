"""An event as one JSON document: what its log and its rubbers come to, for readers and for checking.

The document has the event's log, each rubber's own, and ``derived``, which follows from the two. Here is what
follows, as plain JSON values, and where two of them differ; reading and writing files is for others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Final

from matches.rules.events.state import EventState, Result, StageState

FORMAT: Final = "ecarte-event"
FORMAT_VERSION: Final = 1
MOST_DIFFERENCES: Final = 100
"""Of each part of ``derived``: after that many it is clear that it is of another event."""
DIFFERENCE_CODES: Final[dict[str, str]] = {
    "results": "result_differs",
    "rounds": "pairing_differs",
    "tables": "standing_differs",
    "places": "place_differs",
}
"""By the part of ``derived`` in which the difference is; ``derived_differs`` is any other."""
_PLAN: Final = "plan"


@dataclass(frozen=True, slots=True)
class Difference:
    """``pointer`` is a JSON pointer into the document (RFC 6901). ``stated`` and ``follows`` are None where there is
    nothing: in the document, or in what follows from its logs.
    """

    pointer: str
    code: str
    stated: Any
    follows: Any


def derived_json(state: EventState, results: Iterable[Result]) -> dict[str, Any]:
    """All that the log and the rubbers come to; of an open event the results alone.

    ``order`` of a result is its place among the rubbers, from 1.
    """
    ordered = sorted(results, key=lambda result: result.order)
    return {
        "phase": state.phase,
        "results": [{**plain(each), "order": order} for order, each in enumerate(ordered, start=1)],
        "stages": [_stage_json(stage) for stage in state.stages],
        "outside": plain(state.outside),
        "places": dict(state.places),
        "warnings": plain(state.warnings),
    }


def _stage_json(stage: StageState) -> dict[str, Any]:
    return {each.name: plain(getattr(stage, each.name)) for each in fields(stage) if each.name != _PLAN}


def plain(value: Any) -> Any:
    """The value in lists, objects, texts and numbers alone."""
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
    """Where the ``derived`` of a document is not what follows from its logs, part by part."""
    for name in dict.fromkeys((*follows, *stated)):
        found = differences(stated.get(name), follows.get(name), f"/derived/{name}")
        for count, (pointer, one, other) in enumerate(found):
            if count == MOST_DIFFERENCES:
                break
            yield Difference(pointer, _code(pointer), one, other)


def _code(pointer: str) -> str:
    """By the innermost part that has a code of its own."""
    parts = [part for part in pointer.split("/") if part in DIFFERENCE_CODES]
    return DIFFERENCE_CODES[parts[-1]] if parts else "derived_differs"


def differences(stated: Any, follows: Any, pointer: str) -> Iterator[tuple[str, Any, Any]]:
    """Pointer and both values wherever two JSON values differ; a list or object that one lacks is one difference."""
    if isinstance(stated, Mapping) and isinstance(follows, Mapping):
        for key in dict.fromkeys((*follows, *stated)):
            yield from differences(stated.get(key), follows.get(key), f"{pointer}/{escaped(key)}")
    elif _is_list(stated) and _is_list(follows):
        for place in range(max(len(stated), len(follows))):
            yield from differences(_item(stated, place), _item(follows, place), f"{pointer}/{place}")
    elif stated != follows or isinstance(stated, bool) != isinstance(follows, bool):
        yield pointer, stated, follows


def escaped(key: object) -> str:
    """A key as JSON pointers have it."""
    return str(key).replace("~", "~0").replace("/", "~1")


def _is_list(value: Any) -> bool:
    return isinstance(value, list | tuple)


def _item(items: Sequence[Any], place: int) -> Any:
    return items[place] if place < len(items) else None
