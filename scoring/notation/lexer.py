"""Split the body of a rubber, the text after its tags, into tokens and comments.

``plain_tokens`` is fast and reads ordinary text. It returns no offsets. ``lex`` reads any text and returns
the offset of each token. It accepts comments, tokens that contain blanks (``( 2 - 1 )``), other dashes between two
figures, and tokens without a blank between them (``1.A``).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from scoring.notation.beginnings import DASHES, straighten_dashes
from scoring.notation.faults import UnreadableError
from scoring.notation.limits import COMMENT_CHARACTERS

PlacedComment: TypeAlias = tuple[int, str]
"""A comment: the number of the token before it, and its text."""

END_OF_TEXT: Final = ""
"""The token added after the last one, so that a parser may always look at the next token."""

_BOUNDARY: Final = r"(?=[\s,{]|\Z)"
_PIECE: Final = re.compile(
    rf"""
      [\s,]+
    | \{{(?P<comment>[^}}]*)\}}
    | ;(?P<line_comment>[^\n]*)
    | (?P<open>\{{)
    | (?P<glued>Game(?=[0-9]+{_BOUNDARY}) | [0-9]+\.(?=[AB]{_BOUNDARY}))
    | (?P<apart>(?:\#\#?\s*[0-9]+\s*[-{DASHES}]\s*[0-9]+ | \(\s*[0-9]+\s*[-{DASHES}]\s*[0-9]+\s*\)){_BOUNDARY})
    | (?P<token>[^\s,{{]+)
    """,
    re.VERBOSE,
)
_LINE_END: Final = re.compile(r"(?<!\r)\r+\n")
"""A line end with carriage returns.

The pattern is tried once for each run of carriage returns, not once for each of them, so that long runs are
fast.
"""


@dataclass(slots=True)
class Lexed:
    """The tokens of a text with their offsets, and its comments.

    ``fault`` is the fault at which splitting stopped, or None if the whole text was split. ``fault_offset``
    is the offset of the fault.
    """

    tokens: list[str] = field(default_factory=list)
    offsets: list[int] = field(default_factory=list)
    comments: list[PlacedComment] = field(default_factory=list)
    fault: UnreadableError | None = None
    fault_offset: int = 0


def plain_tokens(body: str) -> list[str] | None:
    """Return the tokens of a body, followed by ``END_OF_TEXT``, or None if it has a comment in braces.

    Other text that only ``lex`` can split gives invalid tokens here. The reader then finds a fault and calls
    ``lex``.
    """
    if "{" in body:
        return None
    tokens = body.replace(",", " ").split()
    tokens.append(END_OF_TEXT)
    return tokens


def lex(text: str, start: int) -> Lexed:
    """Return the tokens and comments of ``text`` from the offset ``start`` on. Never raises: see ``Lexed.fault``."""
    lexed = Lexed()
    tokens, offsets = lexed.tokens, lexed.offsets
    is_ascii = text.isascii()
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
        token = "".join(piece[0].split()) if kind == "apart" else piece[0]
        tokens.append(token if is_ascii or token.isascii() else straighten_dashes(token))
        offsets.append(piece.start())
    tokens.append(END_OF_TEXT)
    offsets.append(lexed.fault_offset if lexed.fault else len(text.rstrip()))
    return lexed


def read_comment(text: str, kind: str) -> str:
    """Return the text of a comment as a record stores it: lines end in LF, and ``}`` in a ``;`` comment is
    replaced by ``)``.

    ``kind`` is the name of the pattern's group that matched. Raises ``UnreadableError`` if the comment is not
    closed or too long.
    """
    if kind == "open":
        raise UnreadableError("E01", "open_comment")
    if len(text) > COMMENT_CHARACTERS:
        raise UnreadableError("E01", "comment_too_long", most=COMMENT_CHARACTERS)
    if kind == "line_comment":
        text = text.strip().replace("}", ")")
    if "\r" in text:
        # Half of all programs would turn a lone CR into a line end.
        text = _LINE_END.sub("\n", text).replace("\r", " ")
    return text
