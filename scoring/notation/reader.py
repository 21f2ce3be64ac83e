"""Reads rubbers from text, one at a time, each as far as it can be read.

No input makes the reader raise anything but ``NotEgnError``: what is wrong with a rubber is its finding.
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
    """A rubber as read.

    ``index`` counts the rubbers of the file from 1, ``line`` is that of its ``[EGN`` tag. ``rubber`` is all
    that was read before ``fault``, the ``E01`` to ``E03`` that ended the reading, complete items of a deal
    left unfinished included. ``preceding`` (the first rubber's alone) reports text before it. ``text`` is
    the source, which reads the same alone: its lines end in LF or CRLF, it is cut at the limit of a rubber's size,
    and bytes that are no text are ``\\xff`` escapes.
    """

    index: int
    line: int
    rubber: Rubber
    fault: Finding | None
    preceding: Finding | None
    text: str
    locate: Locator = field(compare=False, repr=False)


def read_file(stream: BinaryIO) -> Iterator[ReadRubber]:
    """The rubbers of a binary stream, in order; holds no more than one at a time.

    Raises ``NotEgnError`` at the end of a stream in which no line starts ``[EGN "``.
    """
    return map(_read_source, split_stream(stream))


def read_text(text: str) -> Iterator[ReadRubber]:
    """As ``read_file``, from a string."""
    return read_file(io.BytesIO(text.encode("utf-8", "surrogatepass")))


def read_one(text: str) -> Rubber:
    """The rubber that ``text`` holds.

    Raises ``NotationError`` where it holds none, more than one, or one with a fault.

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
        raise NotationError(fault("E01", "second_rubber", place=(reads[1].line, 1), params={}))
    return reads[0].rubber


def _read_source(source: Source) -> ReadRubber:
    text = source.readable
    head = read_head(text)
    if head.fault is not None:
        return _read_rubber(source, head, None, _head_fault(source, head, head.fault))
    tokens = plain_tokens(text[head.end :])
    if tokens is not None:
        body = read_body(tokens)
        if body.fault is None and source.stop is None:
            return _read_rubber(source, head, body, None)
    lexed = lex(text, head.end)
    body = read_body(lexed.tokens, lexed.comments)
    return _read_rubber(source, head, body, _body_fault(source, lexed, body))


def _read_rubber(source: Source, head: Head, body: Body | None, finding: Finding | None) -> ReadRubber:
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
    )


def _head_fault(source: Source, head: Head, unreadable: UnreadableError) -> Finding:
    if source.stop is not None and head.cut_off:
        return _stop_fault(source)
    return fault(unreadable.code, unreadable.variant, place=source.place(head.end), params=unreadable.params)


def _body_fault(source: Source, lexed: Lexed, body: Body) -> Finding | None:
    """The finding that ended the reading of a body: where its tokens ran out, the reason why they did."""
    unreadable = body.fault
    offset = lexed.offsets[body.fault_token]
    if unreadable is None or unreadable.variant == "stops":
        if source.stop is not None:
            return _stop_fault(source, body.game, body.deal)
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


def _stop_fault(source: Source, game: int | None = None, deal: int | None = None) -> Finding:
    """The finding for text that can't be read on, whatever it says."""
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
