"""Clean names and fold them for comparison, by one rule for pages, files and API.

Invisible characters would make two names look alike, or reverse the direction of the line around a name.
Joiners and variation selectors stay where a script or an emoji needs them.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from typing import Final

import idna.core


class Characters:
    """A set of characters, written as Unicode's tables write code points: in hexadecimal, alone or as ranges.

    >>> "B" in Characters("41-43 5A"), "Y" in Characters("41-43 5A"), "" in Characters("41-43 5A")
    (True, False, False)
    """

    def __init__(self, ranges: str) -> None:
        pairs = [each.split("-") for each in ranges.split()]
        self.ranges = sorted((int(pair[0], 16), int(pair[-1], 16)) for pair in pairs)

    def __contains__(self, character: object) -> bool:
        if not isinstance(character, str) or len(character) != 1:
            return False
        place = bisect_right(self.ranges, (ord(character), 0x10FFFF)) - 1
        return place >= 0 and ord(character) <= self.ranges[place][1]


IGNORABLE: Final = Characters(
    "00AD 034F 061C 115F-1160 17B4-17B5 180B-180F 200B-200F 202A-202E 2060-206F 3164 FE00-FE0F FEFF FFA0 FFF0-FFF8"
    " 1BCA0-1BCA3 1D173-1D17A E0000-E0FFF"
)
"""Characters that are invisible by Unicode's definition, and removed from names.

They have Default_Ignorable_Code_Point in DerivedCoreProperties.txt of Unicode 16.0.0 (unchanged since
14.0.0).
"""


BLANK: Final = Characters("2800 13441-13442 16FE4 1D159")
"""Characters that show nothing but lack that Unicode property: a Braille cell, hieroglyphs, a filler, a note's head."""


NONCHARACTERS: Final = Characters(
    " ".join(["FDD0-FDEF", *(f"{plane:X}FFFE-{plane:X}FFFF" for plane in range(17))])
)
INVISIBLE_CATEGORIES: Final = ("Cc", "Cf", "Cs")
"""The categories of other characters to remove: controls, formats, and surrogates, which no database accepts."""


NON_JOINER: Final = "\u200c"
JOINER: Final = "\u200d"
TEXT_STYLE: Final = "\ufe0e"
EMOJI_STYLE: Final = "\ufe0f"
DOTTED: Final = "\ufe00"
"""The variation selector for dotted, rotated and final forms of letters."""


MONGOLIAN_SELECTORS: Final = Characters("180B-180D 180F")
IDEOGRAPHIC_SELECTORS: Final = Characters("FE00-FE02 E0100-E01EF")
CONDITIONAL: Final = Characters("180B-180D 180F 200C-200D FE00-FE02 FE0E-FE0F E0020-E007F E0100-E01EF")
"""Joiners, variation selectors and tags, which stay in a name only where a neighbouring character needs them."""


MONGOLIAN: Final = Characters("1820-1878 1880-18AA")
IDEOGRAPHS: Final = Characters("3400-4DBF 4E00-9FFF F900-FAFF 20000-323AF")
DOTTABLE: Final = Characters("1000-109F A840-A877 AA60-AA7F 10AC0-10AE4")
"""Letters that may have the selector ``DOTTED`` (StandardizedVariants.txt): Myanmar, Phags-pa, Manichaean."""


COMMON_MARKS: Final = Characters("0300-036F 20D0-20FF")
"""Combining marks that belong to no one script. A non-joiner after one of them is removed."""


RA: Final = Characters("09B0 09F0 0CB0")
"""The letter ra of Bengali, Assamese and Kannada, which a joiner may follow (The Unicode Standard, 12.2 and 12.8)."""


FLAG: Final = re.compile(
    "\U0001f3f4(?:"
    + "|".join(
        "".join(chr(0xE0000 + ord(letter)) for letter in region) for region in ("gbeng", "gbsct", "gbwls")
    )
    + ")\U000e007f"
)
"""Each emoji tag sequence in Unicode's emoji-sequences.txt: the flags of England, Scotland and Wales."""


KEYCAP: Final = "\u20e3"
KEYS: Final = "0123456789#*"
SKIN_TONES: Final = Characters("1F3FB-1F3FF")
PICTOGRAPHS: Final = Characters(
    "2194-2199 21A9-21AA 231A-231B 2328 2388 23CF 23E9-23F3 23F8-23FA 24C2 25AA-25AB 25B6 25C0 25FB-25FE 2600-2605"
    " 2607-2612 2614-2685 2690-2705 2708-2712 2714 2716 271D 2721 2728 2733-2734 2744 2747 274C 274E 2753-2755 2757"
    " 2763-2767 2795-2797 27A1 27B0 27BF 2934-2935 2B05-2B07 2B1B-2B1C 2B50 2B55 1F000-1F0FF 1F10D-1F10F 1F12F"
    " 1F16C-1F171 1F17E-1F17F 1F18E 1F191-1F19A 1F1AD-1F1E5 1F201-1F20F 1F21A 1F22F 1F232-1F23A 1F23C-1F23F"
    " 1F249-1F3FA 1F400-1F53D 1F546-1F64F 1F680-1F6FF 1F774-1F77F 1F7D5-1F7FF 1F80C-1F80F 1F848-1F84F 1F85A-1F85F"
    " 1F888-1F88F 1F8AE-1F8FF 1F90C-1F93A 1F93C-1F945 1F947-1FAFF 1FC00-1FFFD"
)
"""The emoji that a joiner may combine.

These are the characters with Extended_Pictographic in emoji-data.txt of Unicode 16.0.0, without ten signs
that no emoji sequence uses.
"""


TEXT_EMOJI: Final = Characters(
    "00A9 00AE 203C 2049 2122 2139 2194-2199 21A9-21AA 2328 23CF 23ED-23EF 23F1-23F2 23F8-23FA 24C2 25AA-25AB 25B6 25C0"
    " 25FB-25FC 2600-2604 260E 2611 2618 261D 2620 2622-2623 2626 262A 262E-262F 2638-263A 2640 2642 265F-2660 2663"
    " 2665-2666 2668 267B 267E 2692 2694-2697 2699 269B-269C 26A0 26A7 26B0-26B1 26C8 26CF 26D1 26D3 26E9 26F0-26F1"
    " 26F4 26F7-26F9 2702 2708-2709 270C-270D 270F 2712 2714 2716 271D 2721 2733-2734 2744 2747 2763-2764 27A1"
    " 2934-2935 2B05-2B07 3030 303D 3297 3299 1F170-1F171 1F17E-1F17F 1F202 1F237 1F321 1F324-1F32C 1F336 1F37D"
    " 1F396-1F397 1F399-1F39B 1F39E-1F39F 1F3CB-1F3CE 1F3D4-1F3DF 1F3F3 1F3F5 1F3F7 1F43F 1F441 1F4FD 1F549-1F54A"
    " 1F56F-1F570 1F573-1F579 1F587 1F58A-1F58D 1F590 1F5A5 1F5A8 1F5B1-1F5B2 1F5BC 1F5C2-1F5C4 1F5D1-1F5D3 1F5DC-1F5DE"
    " 1F5E1 1F5E3 1F5E8 1F5EF 1F5F3 1F5FA 1F6CB 1F6CD-1F6CF 1F6E0-1F6E5 1F6E9 1F6F0 1F6F3"
)
"""Emoji without Emoji_Presentation (also from emoji-data.txt): a variation selector decides whether they are coloured.
"""


VIRAMA: Final = 9
"""The canonical combining class of virama signs, which join consonants in Indic scripts."""


LOOK_AROUND: Final = 32
"""The number of characters to examine on each side of a zero-width non-joiner for the letters that it separates."""


def tidy_name(name: str) -> str:
    """Return the name in Unicode's form NFC, without invisible characters, outer spaces or repeated spaces.

    Returns an empty string if no visible character is left. Combining marks alone do not count as visible.
    """
    if name.isascii() and name.isprintable():
        return " ".join(name.split())
    tidy = unicodedata.normalize("NFC", "".join(filter(_may_stay, name)))
    before = None
    while tidy != before:
        # A removed character may bring together two that form one letter, which changes the neighbours of others.
        before = tidy
        tidy = unicodedata.normalize("NFC", _remove_needless(tidy))
    return " ".join(tidy.split()) if any(map(_is_visible, tidy)) else ""


FOLDED_LENGTH: Final = 200
"""The maximum length of a folded name. Folding can lengthen a name, up to eighteenfold."""


def fold_name(name: str) -> str:
    """Return the form in which names are compared: tidied, in Unicode's compatibility form, without case.

    Two names with the same form look the same but for case. Returns a name without visible characters as it is, and
    an empty string only for an empty name. The end of a form above 200 characters is replaced by a hash.

    >>> fold_name("Ann\\u00a0 BELL ") == fold_name("ann bell"), fold_name("Ｅmile") == fold_name("EMILE")
    (True, True)
    """
    if name.isascii() and name.isprintable():
        folded = " ".join(name.split()).casefold()
    else:
        compatible = unicodedata.normalize("NFKC", tidy_name(name)).casefold()
        folded = " ".join(unicodedata.normalize("NFKC", compatible).split())
    folded = folded or name
    if len(folded) <= FOLDED_LENGTH:
        return folded
    digest = hashlib.sha256(folded.encode(errors="surrogatepass")).hexdigest()
    return folded[: FOLDED_LENGTH - len(digest)] + digest


def _may_stay(character: str) -> bool:
    """Return whether a character stays, or may stay because of its neighbours. White space becomes a space later."""
    if character in CONDITIONAL or character.isspace():
        return True
    is_invisible = character in IGNORABLE or character in BLANK or character in NONCHARACTERS
    return not is_invisible and unicodedata.category(character) not in INVISIBLE_CATEGORIES


def _is_visible(character: str) -> bool:
    """Return whether a tidy name's character is visible by itself. The newest characters have no category yet."""
    category = unicodedata.category(character)
    return category[0] in "LNPS" or category in ("Cn", "Co")


def _remove_needless(text: str) -> str:
    """Return the text without the joiners, selectors and tags that nothing is written with."""
    of_flags = {place for flag in FLAG.finditer(text) for place in range(*flag.span())}
    kept: list[str] = []
    for place, character in enumerate(text):
        if character not in CONDITIONAL or place in of_flags or _is_needed(kept, text, place):
            kept.append(character)
    return "".join(kept)


def _is_needed(kept: Sequence[str], text: str, place: int) -> bool:
    """Return whether a script or an emoji is written with the joiner or selector at ``place``, after ``kept``."""
    selector = text[place]
    before = kept[-1] if kept else ""
    behind = text[place + 1 : place + 2]
    if selector == NON_JOINER:
        return _parts_letters(kept, text, place)
    if selector == JOINER:
        return _joins_letters(before, behind) or _joins_emoji(kept, behind)
    if selector == EMOJI_STYLE and behind == KEYCAP:
        return before != "" and before in KEYS
    if selector in (TEXT_STYLE, EMOJI_STYLE):
        return before in TEXT_EMOJI
    if selector == DOTTED and before in DOTTABLE:
        return True
    if selector in IDEOGRAPHIC_SELECTORS:
        return before in IDEOGRAPHS
    return selector in MONGOLIAN_SELECTORS and before in MONGOLIAN


def _parts_letters(kept: Sequence[str], text: str, place: int) -> bool:
    """Return whether a non-joiner separates letters that would join (RFC 5892, appendix A.1; UAX #31, section 2.3)."""
    before = kept[-1] if kept else ""
    if _is_virama(before):
        return _is_letter(text[place + 1 : place + 2])
    if before in COMMON_MARKS:
        return False
    start = "".join(kept[-LOOK_AROUND:])
    try:
        return idna.core.valid_contextj(start + text[place : place + LOOK_AROUND], len(start))
    except ValueError:
        # This version of Unicode does not know a neighbour.
        return False


def _joins_letters(before: str, behind: str) -> bool:
    """Return whether a joiner follows a virama (RFC 5892, appendix A.2), or is between a letter ra and its virama."""
    return _is_virama(before) or (before in RA and _is_virama(behind))


def _joins_emoji(kept: Sequence[str], behind: str) -> bool:
    """Return whether a joiner stands between two elements of an emoji sequence (UTS #51, ED-15)."""
    base = next((each for each in reversed(kept[-2:]) if each != EMOJI_STYLE and each not in SKIN_TONES), "")
    return base in PICTOGRAPHS and behind in PICTOGRAPHS


def _is_virama(character: str) -> bool:
    return character != "" and unicodedata.combining(character) == VIRAMA


def _is_letter(character: str) -> bool:
    return character != "" and unicodedata.category(character)[0] == "L"
