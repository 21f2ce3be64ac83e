"""Public ids: random, so that nobody learns from one how many others there are."""

from __future__ import annotations

import re
import secrets
from typing import Final

# No vowels, so that no id spells a word, and no letter that is read as a digit.
ALPHABET: Final = "23456789bcdfghjkmnpqrstvwxyz"
PUBLIC_ID_LENGTH: Final = 14
PUBLIC_ID = re.compile(rf"[{ALPHABET}]{{{PUBLIC_ID_LENGTH}}}")


def new_public_id() -> str:
    """Sixty-seven random bits in fourteen characters that are easy to read aloud."""
    return "".join([secrets.choice(ALPHABET) for _ in range(PUBLIC_ID_LENGTH)])


def is_public_id(text: str) -> bool:
    return PUBLIC_ID.fullmatch(text) is not None
