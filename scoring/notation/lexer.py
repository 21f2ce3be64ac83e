"""Parts the body of a rubber, the text behind its tags, into tokens and comments.

Two ways with one result: ``plain_tokens`` for the ordinary text, quick and without places; ``lex`` for any
text, which knows comments, forms that are written apart or run together, and where each token stands.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from scoring.notation.faults import UnreadableError
from scoring.notation.limits import COMMENT_CHARACTERS

PlacedComment: TypeAlias = tuple[int, str]
"""The number of the token before the comment, and its text."""

END_OF_TEXT: Final = ""
"""Stands behind the last token, so that a reader may always look at the next one."""

_BOUNDARY: Final = r"(?=[\s,{]|\Z)"
_PIECE: Final = re.compile(
    rf"""
      [\s,]+
    | \{{(?P<comment>[^}}]*)\}}
    | ;(?P<line_comment>[^\n]*)
    | (?P<open>\{{)
    | (?P<glued>Game(?=[0-9]+{_BOUNDARY}) | [0-9]+\.(?=[AB]{_BOUNDARY}))
    | (?P<apart>(?:\#\#?\s*[0-9]+\s*-\s*[0-9]+ | \(\s*[0-9]+\s*-\s*[0-9]+\s*\)){_BOUNDARY})
    | (?P<token>[^\s,{{]+)
    """,
    re.VERBOSE,
)
_LINE_END: Final = re.compile(r"(?<!\r)\r+\n")
"""Tried once for each run of carriage returns, and not from every one within it."""


@dataclass(slots=True)
class Lexed:
    """``fault`` ended the lexing before the end of the text, at ``fault_offset``."""

    tokens: list[str] = field(default_factory=list)
    offsets: list[int] = field(default_factory=list)
    comments: list[PlacedComment] = field(default_factory=list)
    fault: UnreadableError | None = None
    fault_offset: int = 0


def plain_tokens(body: str) -> list[str] | None:
    """The tokens of a body, the end of text among them; None where it holds a comment in braces.

    What else only ``lex`` knows is no token here, so that a reader takes it for a fault and lexes again.
    """
    if "{" in body:
        return None
    tokens = body.replace(",", " ").split()
    tokens.append(END_OF_TEXT)
    return tokens


def lex(text: str, start: int) -> Lexed:
    """The tokens and comments of ``text`` from ``start`` on; offsets are into ``text``."""
    lexed = Lexed()
    tokens, offsets = lexed.tokens, lexed.offsets
    for piece in _PIECE.finditer(text, start):
        kind = piece.lastgroup
        if kind is None:
            continue
        if kind == "comment" or kind == "line_comment" or kind == "open":
            try:
                comment = read_comment(piece[kind], kind)
            except UnreadableError as unreadable:
                lexed.fault, lexed.fault_offset = unreadable, piece.start()
                break
            lexed.comments.append((len(tokens) - 1, comment))
            continue
        tokens.append("".join(piece[0].split()) if kind == "apart" else piece[0])
        offsets.append(piece.start())
    tokens.append(END_OF_TEXT)
    offsets.append(lexed.fault_offset if lexed.fault else len(text.rstrip()))
    return lexed


def read_comment(text: str, kind: str) -> str:
    """A comment as a record keeps it: ends of lines are LF, and a ``;`` comment is one in braces.

    Raises ``UnreadableError`` for one left open or too long.
    """
    if kind == "open":
        raise UnreadableError("E01", "open_comment")
    if len(text) > COMMENT_CHARACTERS:
        raise UnreadableError("E01", "comment_too_long", most=COMMENT_CHARACTERS)
    if kind == "line_comment":
        text = text.strip().replace("}", ")")
    if "\r" in text:
        # A lone CR would come back as the end of a line from half the programs that touch the file.
        text = _LINE_END.sub("\n", text).replace("\r", " ")
    return text
