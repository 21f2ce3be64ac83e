"""Read rubbers from text, one at a time, each as far as it can be read.

A fault in a rubber becomes a finding of that rubber. ``read_file`` and ``read_text`` raise only
``NotEgnError``, for text that contains no rubber. ``read_one`` raises ``NotationError``.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

from scoring.errors import NotationError, NotEgnError
from scoring.findings import Finding, Locator
from scoring.notation.body import Body, read_body
from scoring.notation.faults import UnreadableError, fault
from scoring.notation.head import Head, read_head
from scoring.notation.lexer import Lexed, lex, plain_tokens
from scoring.notation.limits import RUBBER_BYTES
from scoring.notation.places import places_of
from scoring.notation.source import Source, split_stream
from scoring.notation.tags import sort_tags
from scoring.record import Rubber


@dataclass(frozen=True, slots=True)
class ReadRubber:
    """A rubber that was read from a text, with its faults.

    - ``index``: the number of the rubber in the file, from 1.
    - ``line`` and ``column``: the line in which the rubber begins, from 1, and the number of characters before it in
      that line, which is 0 unless files were joined there without a line end.
    - ``rubber``: everything before ``fault``, including the complete items of an unfinished deal.
    - ``fault``: the finding ``E01`` to ``E03`` that ended the reading, or None.
    - ``preceding``: for the first rubber, the finding that other text comes before it in the file, or None.
    - ``text``: the text of the rubber, which gives the same rubber if it is read alone. Lines end in LF or
      CRLF. The text is cut at the size limit of a rubber, and bytes that are not text are escaped.
    - ``locate``: a function that converts a spot to a line and column.
    """

    index: int
    line: int
    rubber: Rubber
    fault: Finding | None
    preceding: Finding | None
    text: str
    locate: Locator = field(compare=False, repr=False)
    column: int = 0


def read_file(stream: BinaryIO) -> Iterator[ReadRubber]:
    """Yield the rubbers of a binary stream in order; only one is in memory at a time.

    Raises ``NotEgnError`` at the end if no line of the stream begins a rubber.
    """
    return map(_read_source, split_stream(stream))


def read_text(text: str) -> Iterator[ReadRubber]:
    """Yield the rubbers of a string in order. Raises ``NotEgnError``, as ``read_file`` does, if it has none."""
    return read_file(io.BytesIO(text.encode("utf-8", "surrogatepass")))


def read_one(text: str) -> Rubber:
    """Return the only rubber in ``text``.

    Raises ``NotationError`` if there is no rubber, more than one, or one with a fault.

    >>> read_one('[EGN "1"] [A "Orford"] [B "Baldwin"] Game 1 #5-3 ##1-0').games[0].final
    (5, 3)
    """
    try:
        reads = list(read_text(text))
    except NotEgnError:
        raise NotationError(fault("E01", "no_rubber", place=(1, 1), params={})) from None
    for finding in (reads[0].preceding, reads[0].fault):
        if finding is not None:
            raise NotationError(finding)
    if len(reads) > 1:
        raise NotationError(
            fault("E01", "second_rubber", place=(reads[1].line, reads[1].column + 1), params={})
        )
    return reads[0].rubber


def _read_source(source: Source) -> ReadRubber:
    text = source.readable
    head = read_head(text)
    if head.fault is not None:
        return _build_rubber(source, head, None, _build_head_fault(source, head, head.fault))
    tokens = plain_tokens(text[head.end :])
    if tokens is not None:
        body = read_body(tokens)
        if body.fault is None and source.stop is None:
            return _build_rubber(source, head, body, None)
    lexed = lex(text, head.end)
    body = read_body(lexed.tokens, lexed.comments)
    return _build_rubber(source, head, body, _build_body_fault(source, lexed, body))


def _build_rubber(source: Source, head: Head, body: Body | None, finding: Finding | None) -> ReadRubber:
    rubber = Rubber(
        sort_tags(head.tags),
        tuple(body.games) if body else (),
        body.ending if body else None,
        tuple(head.comments),
    )
    return ReadRubber(
        source.index,
        source.line,
        rubber,
        finding,
        source.preceding,
        source.text_alone,
        places_of(source, head.end, body),
        source.column,
    )


def _build_head_fault(source: Source, head: Head, unreadable: UnreadableError) -> Finding:
    if source.stop is not None and head.cut_off:
        return _build_stop_fault(source)
    return fault(unreadable.code, unreadable.variant, place=source.place(head.end), params=unreadable.params)


def _build_body_fault(source: Source, lexed: Lexed, body: Body) -> Finding | None:
    """Return the finding that ended the parsing of a body, or None if it was parsed to its end.

    If the tokens ran out too early, it is the finding that says why.
    """
    unreadable = body.fault
    offset = lexed.offsets[body.fault_token]
    if unreadable is None or unreadable.variant == "stops":
        if source.stop is not None:
            return _build_stop_fault(source, body.game, body.deal)
        if lexed.fault is not None:
            unreadable, offset = lexed.fault, lexed.fault_offset
    if unreadable is None:
        return None
    return fault(
        unreadable.code,
        unreadable.variant,
        place=source.place(offset),
        game=body.game,
        deal=body.deal,
        params=unreadable.params,
    )


def _build_stop_fault(source: Source, game: int | None = None, deal: int | None = None) -> Finding:
    """Return the finding for text that can't be read any further, whatever it contains."""
    params: dict[str, str | int] = {}
    if source.stop_reason == "rubber_too_long":
        params = {"most": RUBBER_BYTES}
    return fault(
        "E01",
        source.stop_reason or "",
        place=source.place(source.stop or 0),
        game=game,
        deal=deal,
        params=params,
    )
