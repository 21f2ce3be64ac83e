"""A printed page as PDF, where the library that makes it is installed (``requirements/pdf.txt``)."""

from __future__ import annotations

import logging
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from django.contrib.staticfiles import finders

STYLE: Final = "web/event_print.css"


@cache
def can_make_pdf() -> bool:
    """Whether WeasyPrint is here, with the libraries of the system that it draws with."""
    try:
        _weasyprint()
    except (ImportError, OSError):
        return False
    return True


def pdf_of(html: str) -> bytes:
    """The document in ``html`` on sheets of A4, by the style sheet for printing.

    Fetches nothing but that style sheet and the letters beside it. Raises ``ImportError`` or ``OSError`` where
    ``can_make_pdf`` is false.
    """
    weasyprint = _weasyprint()
    style = str(finders.find(STYLE))
    letters = weasyprint.text.fonts.FontConfiguration()
    sheet = weasyprint.CSS(filename=style, font_config=letters)
    made: bytes = weasyprint.HTML(string=html, base_url=Path(style).parent.as_uri()).write_pdf(
        stylesheets=[sheet], font_config=letters
    )
    return made


def _weasyprint() -> Any:
    # Loads libraries of the system, so only where it is wanted. It tells every step it takes.
    logging.getLogger("weasyprint.progress").setLevel(logging.WARNING)
    import_module("weasyprint.text.fonts")
    return import_module("weasyprint")
