"""The forms of a page as a browser would send them, with the values that the page fills in."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class Form:
    """A form on a page: its id, and the values that it would send."""

    id: str
    action: str
    values: dict[str, list[str]] = field(default_factory=dict)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.open: Form | None = None
        self.select = ""
        self.select_of: Form | None = None
        self.area = ""
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag == "form":
            self.open = Form(attributes.get("id") or "", attributes.get("action") or "")
            self.forms.append(self.open)
        # A field outside its form names it.
        owner = attributes.get("form")
        form = next((each for each in self.forms if each.id and each.id == owner), self.open)
        name = attributes.get("name") or ""
        if tag == "input" and form and name and "disabled" not in attributes:
            if attributes.get("type") == "submit":
                return
            is_tick = attributes.get("type") in ("checkbox", "radio")
            if not is_tick or "checked" in attributes:
                form.values.setdefault(name, []).append(attributes.get("value") or ("on" if is_tick else ""))
        elif tag == "select" and form and "disabled" not in attributes:
            self.select, self.select_of = name, form
        elif tag == "option" and self.select and self.select_of:
            if "selected" in attributes or self.select not in self.select_of.values:
                self.select_of.values[self.select] = [attributes.get("value") or ""]
        elif tag == "textarea":
            self.area, self.text = name, ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.open = None
        elif tag == "select":
            self.select = ""
        elif tag == "textarea" and self.open:
            self.open.values[self.area] = [self.text.strip()]
            self.area = ""

    def handle_data(self, data: str) -> None:
        if self.area:
            self.text += data


def forms_of(html: str) -> list[Form]:
    """Return all forms of a page."""
    reader = _Reader()
    reader.feed(html)
    return reader.forms


def form_with(html: str, name: str, value: str = "") -> Form:
    """Return the form that has a field of this name, with this value if one is given."""
    forms = forms_of(html)
    for form in forms:
        if name in form.values and (not value or value in form.values[name]):
            return form
    raise AssertionError(f"no form with {name} {value}: {[list(form.values) for form in forms]}")
