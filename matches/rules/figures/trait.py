"""A trait: something that can be counted for one side of a deal or game. Traits are stored as bits of a 63-bit mask.

Masks are stored with deals and games. A trait keeps its bits for ever, and bits of a removed trait are not
reused: otherwise stored masks would be misread until they are rebuilt.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from struct import pack, unpack
from typing import Final

MASK_BITS: Final = 63
"""The number of bits of a mask: a signed integer of 64 bits without its sign."""
FIELD_BYTES: Final = 4
DIFFERENT_MASKS: Final = 4096


@dataclass(frozen=True, slots=True)
class Trait:
    """A value to count for one side of a deal or game, such as a marked king, stored in a bit mask.

    The value takes ``width`` bits of the mask from ``bit`` upwards: one bit for a flag, several for a number from 0
    to ``largest``. ``is_shared`` means that the value is the same for both sides, so that sums over both sides count
    it once. ``is_squared`` means that squares of the value are summed as well, for the standard error of a mean.
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
        """Return a bit mask with only this value of the trait, at most ``largest``."""
        return min(value, self.largest) << self.bit

    def value(self, mask: int) -> int:
        return (mask & self.mask) >> self.bit


def by_key(traits: Iterable[Trait]) -> dict[str, Trait]:
    return {trait.key: trait for trait in traits}


class Sums:
    """Sums the values of traits over many bit masks.

    The sums are each trait's values, then the squared values of each trait that has ``is_squared``. Only a
    few different masks occur. Each is unpacked once into one large integer with all its values side by side,
    so that one addition adds all values.
    """

    def __init__(self, traits: Sequence[Trait]) -> None:
        self._traits = traits
        self._squared = [trait for trait in traits if trait.is_squared]
        self._length = len(traits) + len(self._squared)
        self._packed = lru_cache(DIFFERENT_MASKS)(self._pack)

    @property
    def keys(self) -> tuple[str, ...]:
        return (*(trait.key for trait in self._traits), *(square_of(trait.key) for trait in self._squared))

    def of(self, masks: Iterable[int]) -> tuple[int, ...]:
        """Return the sums over these bit masks, each less than 2 ** 32, in the order of ``keys``."""
        total = sum(map(self._packed, masks))
        return unpack(f"<{self._length}I", total.to_bytes(self._length * FIELD_BYTES, "little"))

    def _pack(self, mask: int) -> int:
        values = [trait.value(mask) for trait in self._traits]
        squares = [trait.value(mask) ** 2 for trait in self._squared]
        return int.from_bytes(pack(f"<{self._length}I", *values, *squares), "little")


def square_of(key: str) -> str:
    """Return the name of the counter that sums the squared values of the trait with this key."""
    return f"{key}_squared"
