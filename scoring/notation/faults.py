"""How the reader says that it can't go on; the sentences stand in ``scoring.notation.messages``."""

from __future__ import annotations

from typing import Final

from scoring.findings import Finding

CLIP_CHARACTERS: Final = 40


class UnreadableError(Exception):
    """A token that can't be read, before its place is known; the reader makes a finding of it."""

    def __init__(self, code: str, variant: str, **params: str | int) -> None:
        self.code = code
        self.variant = variant
        self.params = params
        super().__init__(code, variant)


def clip(text: str) -> str:
    """``text`` short enough for a sentence, with nothing in it that a terminal would obey."""
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
    """A finding at ``place`` (line, column); ``game`` and ``deal`` are positions from 1."""
    line, column = place
    return Finding(
        code, "error", variant=variant, game=game, deal=deal, line=line, column=column, params=params
    )
