"""Each error of the domains is a problem of the API, is caught there by name, or is listed here with the reason."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Final

import matches.api
from matches.api.core import service_errors
from matches.api.core.service_errors import CODES, REFUSALS, TABLE_REASONS

DOMAINS: Final = (
    *("common", "mail", "clubs", "rubbers", "reviews", "figures", "events", "sittings", "pads", "exchange"),
    *("webhooks", "privacy", "rules"),
)

NEVER_LET_THROUGH: Final = {
    # Raised only as one of its subclasses, or never by itself.
    "RubberChangeError": "base class",
    "EventChangeError": "base class",
    "SittingChangeError": "base class",
    "RubberInTheWayError": "base class",
    # Raised by services that pages alone call.
    "ClosedToLinkError": "pages alone know visitors with a table's link",
    "EntryError": "phones send entries to pages alone",
    "InvalidDealError": "phones and forms send deals; the API takes a line of the notation",
    "MoneyError": "forms alone read amounts as people type them",
    "NewNameError": "the API names people by ids",
    "NotOutsideError": "pages alone put a rubber into a pairing",
    "TableLinkError": "pages alone open a table's link",
    "TokenError": "pages alone make API tokens",
    "UnknownVersionError": "phones send entries to pages alone",
    # Caught by the service itself, or raised in a background task.
    "ClaimLostError": "a worker lost its claim",
    "DecryptionError": "the sender of mails and webhooks catches it",
    "FactError": "a log contradicts itself; a file's check catches it",
    "FileGoneError": "a worker prepares exports",
    # Refused before the service is called.
    "UploadTooLargeError": "the view measures the file first",
}
"""Why no view of the API lets each of these errors through, by name."""


def test_each_error_of_a_domain_has_a_row_or_a_reason() -> None:
    named = _names_in_isinstance() | _names_in_handlers()
    missing = {
        f"{kind.__module__}.{kind.__qualname__}"
        for kind in domain_errors()
        if not has_row(kind) and kind.__name__ not in named and kind.__name__ not in NEVER_LET_THROUGH
    }
    assert missing == set(), "add a row to matches/api/core/service_errors.py, or a reason here"


def test_each_reason_names_an_error_without_a_row() -> None:
    without_row = {kind.__name__ for kind in domain_errors() if not has_row(kind)}
    assert NEVER_LET_THROUGH.keys() <= without_row - _names_in_handlers()


def has_row(kind: type[Exception]) -> bool:
    """Return whether the tables of ``service_errors`` have ``kind``; subclasses take the code of a base in CODES."""
    return any(base in CODES for base in kind.__mro__) or kind in TABLE_REASONS or kind in REFUSALS


def domain_errors() -> Iterator[type[Exception]]:
    """Yield each exception class that a module of ``DOMAINS`` defines."""
    for domain in DOMAINS:
        package = import_module(f"matches.{domain}")
        for info in walk_packages(package.__path__, f"{package.__name__}."):
            for value in vars(import_module(info.name)).values():
                if isinstance(value, type) and issubclass(value, Exception) and value.__module__ == info.name:
                    yield value


def _names_in_isinstance() -> set[str]:
    """Return the names of the classes that ``service_errors`` compares with by ``isinstance``."""
    calls = (
        node
        for node in ast.walk(_tree_of(Path(service_errors.__file__)))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance"
    )
    return {name for call in calls for name in _names_below(call.args[1])} - {"EventChangeError"}


def _names_in_handlers() -> set[str]:
    """Return the names of the classes that ``except`` clauses of the API name."""
    (folder,) = matches.api.__path__
    return {
        name
        for path in Path(folder).rglob("*.py")
        for node in ast.walk(_tree_of(path))
        if isinstance(node, ast.ExceptHandler) and node.type is not None
        for name in _names_below(node.type)
    }


def _names_below(tree: ast.expr) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr


def _tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))
