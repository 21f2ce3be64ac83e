"""A text in the notation, pasted or as a file, with what is found in it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.base import File
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.pages.common.fields import Group, NewRubberForm, group
from matches.pages.rubbers.entry.marked_text import TEXT_BYTES, MarkedText, marked_text
from scoring.errors import NotEgnError


class EgnForm(NewRubberForm):
    """Afterwards ``content`` is the text's bytes, ``source`` what to call it, ``marked`` what was found in it."""

    text = forms.CharField(
        label=gettext_lazy("Text"),
        required=False,
        strip=False,
        widget=forms.Textarea(
            {
                "rows": 14,
                "class": "egn",
                "autocapitalize": "off",
                "autocomplete": "off",
                "spellcheck": "false",
            }
        ),
    )
    file = forms.FileField(
        label=gettext_lazy("Or a file"),
        required=False,
        widget=forms.ClearableFileInput({"accept": ".egn,.txt,text/plain,text/vnd.ecarte.egn"}),
        help_text=gettext_lazy("One that ends in .egn. It counts in place of the text above."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.content = b""
        self.source = ""
        self.marked: MarkedText | None = None

    def groups(self) -> list[Group]:
        return [group(self, _("The record"), ("text",), ("file",), ("is_another",))]

    def clean(self) -> dict[str, Any]:
        told = super().clean() or self.cleaned_data
        if not self.errors:
            self._read(told["text"], told.get("file"))
        return told

    def _read(self, text: str, file: File[bytes] | None) -> None:
        field = "file" if file is not None else "text"
        if file is not None and (file.size or 0) <= TEXT_BYTES:
            self.content = file.read()
            self.source = str(file.name)
        elif file is None:
            # Browsers send the ends of lines in the way of the telegraph.
            self.content = text.replace("\r\n", "\n").encode("utf-8", "backslashreplace")
            self.source = _("Pasted text")
        if (file is not None and (file.size or 0) > TEXT_BYTES) or len(self.content) > TEXT_BYTES:
            self.add_error(
                field,
                _("This is longer than a megabyte. A file of that length goes in by the club's imports."),
            )
        elif not self.content.strip():
            self.add_error("text", _("Paste a text, or choose a file."))
        else:
            self._judge(field)

    def _judge(self, field: str) -> None:
        try:
            self.marked = marked_text(self.content)
        except NotEgnError:
            self.add_error(
                field,
                _('No line starts with [EGN ", so there is no rubber here. A rubber begins with [EGN "1"].'),
            )

    def keep_text(self, key: str) -> None:
        """Show the text of the file in the form from now on: a browser does not keep a file."""
        text = self.content.decode("utf-8", "backslashreplace").replace("\0", "")
        self.data = {**dict(self.data.items()), "text": text, "key": key}
