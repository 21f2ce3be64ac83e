"""The pad's modules as one script: a slow network is asked once, not once for each module.

The modules stay as they are, for reading and for tests. What they may use of the syntax of modules is named imports
and named exports of what is declared; anything else is refused here rather than found out on a phone.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from typing import Final

IMPORT: Final = re.compile(r'^import \{([^{}]*)\} from "(\.{1,2}/[^"\n]+)";$', re.MULTILINE)
EXPORT: Final = re.compile(
    r"^export (?=(?:const|class|function|async function) ([A-Za-z_$][\w$]*)\b)", re.MULTILINE
)
LEFT: Final = re.compile(r"^.*\b(?:import|export)\b.*$", re.MULTILINE)
NAME: Final = re.compile(r"[A-Za-z_$][\w$]*")
BEHIND: Final = re.compile(r"""\s+// [^"'`/]*$""")
"""A comment behind code. One with a quote in it stays: it could be the end of a text."""

Source = Callable[[str], str]


class NotJoinedError(ValueError):
    """A module has something that joining does not know; the text names the module and what it is."""


def joined(entry: str, source: Source) -> str:
    """``entry`` and all that it imports, each in a scope of its own, in the order in which a browser would run them.

    ``source`` gives a module's text by its name, such as ``web/pads/pad.js``.

    >>> print(joined("a.js", {"a.js": 'import { b } from "./b.js";\\nb();', "b.js": "export const b = alert;"}.get))
    // b.js
    const module_0 = (() => {
    const b = alert;
    return { b };
    })();
    // a.js
    const module_1 = (() => {
    const { b } = module_0;
    b();
    return {};
    })();
    <BLANKLINE>
    """
    texts: dict[str, str] = {}
    exports: dict[str, list[str]] = {}
    _collect(entry, source, [], texts, exports)
    scopes = {name: f"module_{number}" for number, name in enumerate(texts)}
    parts = []
    for name, text in texts.items():
        body = IMPORT.sub(lambda found, name=name: _taken(found, name, scopes, exports), text)  # type: ignore[misc]
        body = EXPORT.sub("", body)
        returned = " ".join(("{", ", ".join(exports[name]), "}")) if exports[name] else "{}"
        parts.append(f"// {name}\nconst {scopes[name]} = (() => {{\n{body}\nreturn {returned};\n}})();\n")
    return "".join(parts)


def _collect(
    name: str, source: Source, above: list[str], texts: dict[str, str], exports: dict[str, list[str]]
) -> None:
    """Put the modules into ``texts``, each behind those that it imports."""
    if name in texts:
        return
    if name in above:
        raise NotJoinedError(f"{' → '.join((*above, name))}: modules that import each other")
    text = bare(source(name), name)
    for found in IMPORT.finditer(text):
        _collect(_imported(name, found[2]), source, [*above, name], texts, exports)
    left = LEFT.search(EXPORT.sub("", IMPORT.sub("", text)))
    if left:
        raise NotJoinedError(f"{name}: {left[0]!r} is no import or export that can be joined")
    texts[name] = text
    exports[name] = EXPORT.findall(text)


def _imported(name: str, address: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), address))


def _taken(found: re.Match[str], name: str, scopes: dict[str, str], exports: dict[str, list[str]]) -> str:
    """An import as what is taken out of the other module's scope."""
    other = _imported(name, found[2])
    taken = []
    for part in filter(None, (part.strip() for part in found[1].split(","))):
        theirs, _as, ours = part.partition(" as ")
        if not NAME.fullmatch(theirs) or (ours and not NAME.fullmatch(ours)):
            raise NotJoinedError(f"{name}: {part!r} is not a name that can be imported")
        if theirs not in exports[other]:
            raise NotJoinedError(f"{name}: {other} exports no {theirs}")
        taken.append(f"{theirs}: {ours}" if ours else theirs)
    return f"const {{ {', '.join(taken)} }} = {scopes[other]};"


def bare(text: str, name: str) -> str:
    """A script without its comments and without its indentation.

    Safe only where no text goes over lines; such a one raises ``NotJoinedError``.
    """
    lines = []
    is_comment = False
    for whole in text.splitlines():
        line = whole.strip()
        if not is_comment and line.startswith("/*"):
            is_comment = True
        if is_comment:
            if "*/" in line and not line.endswith("*/"):
                raise NotJoinedError(f"{name}: {line!r} goes on behind a comment")
            is_comment = "*/" not in line
        elif line.count("`") % 2 or line.endswith("\\"):
            raise NotJoinedError(f"{name}: {line!r} has a text that goes over lines")
        elif line and not line.startswith("//"):
            lines.append(BEHIND.sub("", line))
    return "\n".join(lines)
