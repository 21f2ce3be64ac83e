"""Command to collect the messages to translate into the catalogues under locale/, and to compile these.

``manage.py messages`` is for developers, and needs the programs of GNU gettext (Debian's package gettext).
Besides the messages marked in code and templates, it collects those of the scoring package and of the old
treatise's rules, which are not marked.
"""

from __future__ import annotations

import contextlib
import re
import shutil
import tempfile
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.management import CommandParser
from django.core.management.base import CommandError
from django.core.management.commands import makemessages
from django.core.management.utils import popen_wrapper

from ecarte_site.setup.environment import PROJECT
from matches.pages.common import scoring_words
from matches.pages.common.scoring_words import Text
from matches.pages.reviews import choice_words

DOMAIN: Final = "django"
SOURCES: Final = ("ecarte_site", "matches")
CREATED: Final = re.compile(r'^"POT-Creation-Date: .*\n', re.MULTILINE)


def catalogue_file(language: str) -> Path:
    """Return the path of the language's message catalogue."""
    return Path(settings.LOCALE_PATHS[0]) / language / "LC_MESSAGES" / f"{DOMAIN}.po"


class Command(makemessages.Command):
    help = "Gathers messages into locale/ and compiles the catalogues; needs GNU gettext's programs."
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--add-location=file"]  # noqa: RUF012
    xgettext_options = [*makemessages.Command.xgettext_options, "--add-location=file"]  # noqa: RUF012
    msguniq_options = [*makemessages.Command.msguniq_options, "--add-location=file"]  # noqa: RUF012
    msgattrib_options = [*makemessages.Command.msgattrib_options, "--add-location=file"]  # noqa: RUF012

    def add_arguments(self, parser: CommandParser) -> None:
        """Add no options, because the options of ``makemessages`` are fixed for this project."""

    def handle(self, *args: Any, **options: Any) -> None:
        languages = [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
        # makemessages writes a file beside each template that it reads. Work in a copy, so that two runs, or
        # other readers of the code, do not meet those files.
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            _copy_sources(Path(folder))
            super().handle(*args, **_options(languages), verbosity=options["verbosity"])
        for language in languages:
            self._compile(catalogue_file(language))

    def find_files(self, root: str) -> list[makemessages.TranslatableFile]:
        """Return the files of ``SOURCES``, whose messages all go into the catalogues of one folder of the settings."""
        files = [file for file in super().find_files(root) if Path(file.path).parts[0] in SOURCES]
        folder = str(settings.LOCALE_PATHS[0])
        self.locale_paths = [folder]
        return [makemessages.TranslatableFile(file.dirpath, file.file, folder) for file in files]

    def build_potfiles(self) -> list[str]:
        templates: list[str] = super().build_potfiles()
        gathered = "".join(_entry(text) for text in (*scoring_words.texts(), *choice_words.texts()))
        for template in templates:
            with open(template, "a", encoding="utf-8", newline="\n") as file:
                file.write(gathered)
        return templates

    def _compile(self, catalogue: Path) -> None:
        # The date repeats what the history says, and would change with every run.
        catalogue.write_text(CREATED.sub("", catalogue.read_text(encoding="utf-8")), encoding="utf-8")
        compiled = catalogue.with_suffix(".mo")
        _output, errors, status = popen_wrapper(
            ["msgfmt", "--check-format", "-o", str(compiled), str(catalogue)]
        )
        if status:
            raise CommandError(f"{catalogue} can't be compiled:\n{errors}")


def _copy_sources(folder: Path) -> None:
    for source in SOURCES:
        shutil.copytree(
            PROJECT / source, folder / source, ignore=shutil.ignore_patterns("static", "__pycache__")
        )


def _options(languages: list[str]) -> dict[str, Any]:
    return {
        "locale": languages,
        "exclude": [],
        "domain": DOMAIN,
        "all": False,
        "extensions": ["html", "txt", "py"],
        "symlinks": False,
        "ignore_patterns": ["migrations", "static"],
        "use_default_ignore_patterns": True,
        "no_wrap": False,
        "no_location": False,
        "add_location": None,
        "no_obsolete": True,
        "keep_pot": False,
    }


def _entry(text: Text) -> str:
    """Return a message for a catalogue template, without translation."""
    flag = "#, python-brace-format\n" if text.is_template else ""
    return f'\n#: {text.source}\n{flag}msgctxt {_quoted(text.context)}\nmsgid {_quoted(text.english)}\nmsgstr ""\n'


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
