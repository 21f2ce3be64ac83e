"""Random public ids for URLs and the API, which do not reveal how many rows there are."""

from __future__ import annotations

import re
import secrets
from typing import Final

# No vowels, so that no id spells a word, and no letters that look like digits.
ALPHABET: Final = "23456789bcdfghjkmnpqrstvwxyz"
PUBLIC_ID_LENGTH: Final = 14
PUBLIC_ID = re.compile(rf"[{ALPHABET}]{{{PUBLIC_ID_LENGTH}}}")


def new_public_id() -> str:
    """Return a new random id, such as ``k7mzq2hd94xwtb``: 67 random bits that are easy to read aloud."""
    return "".join([secrets.choice(ALPHABET) for _ in range(PUBLIC_ID_LENGTH)])


def is_public_id(text: str) -> bool:
    return PUBLIC_ID.fullmatch(text) is not None
