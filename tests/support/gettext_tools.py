"""GNU gettext's programs, which gather and compile messages: those on the machine, else Debian's."""

from __future__ import annotations

import shutil

from tests.support import packages
from tests.support.packages import MissingServiceError

PROGRAMS = ("xgettext", "msguniq", "msgmerge", "msgattrib", "msgfmt")


def find(*, may_install: bool) -> str:
    """Return the path of xgettext if all of the tools are available; with `may_install`, Debian's are installed.

    Raises MissingServiceError if they are not available.
    """
    if not _are_installed() and may_install and packages.can_install():
        packages.install("gettext")
    program = shutil.which(PROGRAMS[0])
    if program is None or not _are_installed():
        raise MissingServiceError("no GNU gettext on this machine, and none could be installed")
    return program


def _are_installed() -> bool:
    return all(map(shutil.which, PROGRAMS))
