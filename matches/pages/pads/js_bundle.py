"""Join the pad's JavaScript modules into one script, so that a slow network needs one request.

The modules stay as they are, for reading and for tests. Of the module syntax they may use only named imports
and named exports of declarations; anything else raises an error here instead of failing on a phone.
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
"""A comment after code. A comment with a quote is not matched: it could be the end of a string."""

Source = Callable[[str], str]


class BundleError(ValueError):
    """A JavaScript module uses syntax that can't be bundled. The message names the module and the syntax."""


def join_modules(entry: str, source: Source) -> str:
    """Return ``entry`` and its imports as one script, each in its own scope, in a browser's order of execution.

    ``source`` returns a module's text by its name, such as ``web/pads/pad.js``.

    >>> modules = {"a.js": 'import { b } from "./b.js";\\nb();', "b.js": "export const b = alert;"}
    >>> print(join_modules("a.js", modules.get))
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
        body = IMPORT.sub(lambda match, name=name: _destructured(match, name, scopes, exports), text)  # type: ignore[misc]
        body = EXPORT.sub("", body)
        returned = " ".join(("{", ", ".join(exports[name]), "}")) if exports[name] else "{}"
        parts.append(f"// {name}\nconst {scopes[name]} = (() => {{\n{body}\nreturn {returned};\n}})();\n")
    return "".join(parts)


def _collect(
    name: str, source: Source, above: list[str], texts: dict[str, str], exports: dict[str, list[str]]
) -> None:
    """Add the module and its imports to ``texts``, each after those that it imports."""
    if name in texts:
        return
    if name in above:
        raise BundleError(f"{' → '.join((*above, name))}: modules that import each other")
    text = strip_comments(source(name), name)
    for match in IMPORT.finditer(text):
        _collect(_imported(name, match[2]), source, [*above, name], texts, exports)
    left = LEFT.search(EXPORT.sub("", IMPORT.sub("", text)))
    if left:
        raise BundleError(f"{name}: {left[0]!r} is no import or export that can be joined")
    texts[name] = text
    exports[name] = EXPORT.findall(text)


def _imported(name: str, address: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), address))


def _destructured(
    match: re.Match[str], name: str, scopes: dict[str, str], exports: dict[str, list[str]]
) -> str:
    """Return an import as a destructuring of the other module's scope."""
    other = _imported(name, match[2])
    names = []
    for part in filter(None, (part.strip() for part in match[1].split(","))):
        theirs, _as, ours = part.partition(" as ")
        if not NAME.fullmatch(theirs) or (ours and not NAME.fullmatch(ours)):
            raise BundleError(f"{name}: {part!r} is not a name that can be imported")
        if theirs not in exports[other]:
            raise BundleError(f"{name}: {other} exports no {theirs}")
        names.append(f"{theirs}: {ours}" if ours else theirs)
    return f"const {{ {', '.join(names)} }} = {scopes[other]};"


def strip_comments(text: str, name: str) -> str:
    """Return a script without comments and indentation.

    Raises ``BundleError``, with the script's ``name``, if code follows a comment on its line, or if a string
    spans several lines.
    """
    lines = []
    is_comment = False
    for whole in text.splitlines():
        line = whole.strip()
        if not is_comment and line.startswith("/*"):
            is_comment = True
        if is_comment:
            if "*/" in line and not line.endswith("*/"):
                raise BundleError(f"{name}: {line!r} goes on behind a comment")
            is_comment = "*/" not in line
        elif line.count("`") % 2 or line.endswith("\\"):
            raise BundleError(f"{name}: {line!r} has a text that goes over lines")
        elif line and not line.startswith("//"):
            lines.append(BEHIND.sub("", line))
    return "\n".join(lines)
