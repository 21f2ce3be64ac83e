"""A trait: something that can be counted of one side of a deal or of a game, and its place in a mask of 63 bits.

Masks are stored with deals and games. A trait keeps its bits for ever, and bits that were given up are not given to
another: what is stored would be read wrongly until it is rebuilt.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from struct import pack, unpack
from typing import Final

MASK_BITS: Final = 63
"""What fits a signed integer of 64 bits without its sign."""
FIELD_BYTES: Final = 4
DIFFERENT_MASKS: Final = 4096


@dataclass(frozen=True, slots=True)
class Trait:
    """``width`` 1: it holds or it doesn't. Wider ones are small numbers, 0 to ``largest``.

    ``is_shared``: it is the same on both sides, so that whoever asks about both counts it once.
    ``is_squared``: squares are summed as well, for the error of a mean.
    """

    key: str
    bit: int
    width: int = 1
    is_shared: bool = False
    is_squared: bool = False
    mask: int = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "mask", self.largest << self.bit)

    @property
    def largest(self) -> int:
        return (1 << self.width) - 1

    def put(self, value: int) -> int:
        """The bits of ``value``; one that is too large is counted as the largest."""
        return min(value, self.largest) << self.bit

    def value(self, mask: int) -> int:
        """What a whole mask says of this trait."""
        return (mask & self.mask) >> self.bit


def by_key(traits: Iterable[Trait]) -> dict[str, Trait]:
    return {trait.key: trait for trait in traits}


class Sums:
    """Adds the values of traits over masks, and behind them the squares of those whose squares are asked for.

    Few different masks occur, and each is taken apart once: its values, side by side in the fields of one large
    integer, are added all together.
    """

    def __init__(self, traits: Sequence[Trait]) -> None:
        self._traits = traits
        self._squared = [trait for trait in traits if trait.is_squared]
        self._length = len(traits) + len(self._squared)
        self._packed = lru_cache(DIFFERENT_MASKS)(self._pack)

    @property
    def keys(self) -> tuple[str, ...]:
        return (
            *(trait.key for trait in self._traits),
            *(square_of(trait.key) for trait in self._squared),
        )

    def of(self, masks: Iterable[int]) -> tuple[int, ...]:
        """In the order of ``keys``. No sum may come to 2 ** 32."""
        total = sum(map(self._packed, masks))
        return unpack(f"<{self._length}I", total.to_bytes(self._length * FIELD_BYTES, "little"))

    def _pack(self, mask: int) -> int:
        values = [trait.value(mask) for trait in self._traits]
        squares = [trait.value(mask) ** 2 for trait in self._squared]
        return int.from_bytes(pack(f"<{self._length}I", *values, *squares), "little")


def square_of(key: str) -> str:
    """The name under which the squares of a trait are summed."""
    return f"{key}_squared"
