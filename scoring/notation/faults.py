"""Exception and findings for faults that end the reading of a rubber.

``scoring.notation_messages`` has the sentences.
"""

from __future__ import annotations

from typing import Final

from scoring.findings import Finding

CLIP_CHARACTERS: Final = 40


class UnreadableError(Exception):
    """Raised for a token that can't be read.

    The parser does not know the position of the token in the text; the reader adds it and makes a finding.
    """

    def __init__(self, code: str, variant: str, **params: str | int) -> None:
        self.code = code
        self.variant = variant
        self.params = params
        super().__init__(code, variant)


def clip(text: str) -> str:
    """Return ``text`` shortened to fit into a sentence, with characters that could control a terminal escaped."""
    short = text if len(text) <= CLIP_CHARACTERS else text[: CLIP_CHARACTERS - 1] + "…"
    return "".join(character if character.isprintable() else ascii(character)[1:-1] for character in short)


def fault(
    code: str,
    variant: str,
    *,
    place: tuple[int, int],
    game: int | None = None,
    deal: int | None = None,
    params: dict[str, str | int],
) -> Finding:
    """Return an error finding at the line and column ``place``; ``game`` and ``deal`` are numbered from 1."""
    line, column = place
    return Finding(
        code, "error", variant=variant, game=game, deal=deal, line=line, column=column, params=params
    )
