"""Make a template that uses an unknown name fail in tests.

Django prints nothing for a name that the context lacks, so a renamed attribute would leave a hole in a page and no
test would notice. The engine's ``string_if_invalid`` replaces such a name. Here it raises, but only for templates
of this project: those of Django, its administration and allauth rely on unknown names being empty.

A condition such as ``{% if name %}`` may use a name that is missing: that is how a part with optional parameters
reads them. ``{% for %}`` and ``{% firstof %}`` look names up in the same way.
"""

from __future__ import annotations

import sys
from typing import Any

from django.template.base import Node

from ecarte_site.setup.environment import PROJECT


class UnknownNameError(Exception):
    """A template of this project uses a name that its context has not, or an attribute that its object has not."""


class UnknownName(str):
    """The value of ``string_if_invalid``. It is true, and so used, only while a template of ours is rendered."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return _rendered_template() is not None

    def __contains__(self, text: object) -> bool:
        # The engine looks for %s, and then formats the string with the name.
        return text == "%s" and bool(self)

    def __mod__(self, name: object) -> str:
        raise UnknownNameError(f"{name} in {_rendered_template()}")

    def __html__(self) -> str:
        """Raise for a name whose lookup raised an error, which the engine replaces silently."""
        if template := _rendered_template():
            raise UnknownNameError(f"a name whose lookup failed, in {template}")
        return ""


def _rendered_template() -> str | None:
    """Return file and line of the innermost template node that is being rendered, if the file is ours, or None."""
    frame: Any = sys._getframe(1)
    while frame is not None:
        node = frame.f_locals.get("self")
        if isinstance(node, Node) and frame.f_code.co_name == "render_annotated":
            origin = str(getattr(getattr(node, "origin", None), "name", ""))
            if not origin.startswith(str(PROJECT / "matches")):
                return None
            return f"{origin.removeprefix(f'{PROJECT}/')}, line {node.token.lineno if node.token else '?'}"
        frame = frame.f_back
    return None
