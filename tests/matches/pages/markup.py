"""A page's tags, to ask what stands where without a browser."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"area", "br", "col", "hr", "img", "input", "link", "meta", "option", "source", "use", "path"}


@dataclass
class Tag:
    """One element; ``text`` is all that is written inside it, single spaced."""

    name: str
    attributes: dict[str, str]
    inside: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return " ".join("".join(self.inside).split())

    def __getitem__(self, attribute: str) -> str:
        return self.attributes[attribute]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[Tag] = []
        self._open: list[Tag] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        made = Tag(tag, {name: value or "" for name, value in attrs})
        self.tags.append(made)
        if tag not in VOID:
            self._open.append(made)

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop().name != tag:
            pass

    def handle_data(self, data: str) -> None:
        for opened in self._open:
            opened.inside.append(data)


def tags(html: str, name: str = "", /, **attributes: str) -> list[Tag]:
    """The tags called ``name`` (any, where it is empty) that bear all these attributes.

    ``class_="tag"`` asks for one class among several; a dash in a name is written ``_``.
    """
    reader = _Reader()
    reader.feed(html)
    return [tag for tag in reader.tags if name in ("", tag.name) and _has(tag, attributes)]


def tag(html: str, name: str = "", /, **attributes: str) -> Tag:
    """The one such tag. Fails the test where there is none, or more than one."""
    found = tags(html, name, **attributes)
    assert len(found) == 1, (name, attributes, found)
    return found[0]


def _has(tag: Tag, attributes: dict[str, str]) -> bool:
    for name, value in attributes.items():
        if name == "class_":
            if value not in tag.attributes.get("class", "").split():
                return False
        elif tag.attributes.get(name.replace("_", "-")) != value:
            return False
    return True
