"""Command to import the rubbers of EGN files: ``manage.py import_egn [--club SLUG] [--trial] FILE...``"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from collections import Counter
from contextlib import AbstractContextManager, nullcontext
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError
from django.utils.translation import ngettext

from matches.exchange.imports.import_rubbers import RubberImport
from matches.management.console import OutputWriter, reconfigure, require_database
from matches.models import Club
from scoring.errors import NotEgnError

FATES = {
    "confirmed": "confirmed",
    "draft": "stored as drafts",
    "skipped": "here already",
    "conflict": "in conflict with what is here",
    "held": "held for repair",
    "refused": "refused",
}


class Command(BaseCommand):
    help = "Stores the rubbers of EGN files, one line for each; may be run again on the same file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "files", nargs="+", metavar="FILE", help="a file of rubbers, - for standard input"
        )
        parser.add_argument(
            "--club", metavar="SLUG", help="the club they go to; else the one that each names"
        )
        parser.add_argument(
            "--make-club",
            action="store_true",
            help="make the clubs that the files name and that are not here, for their members only",
        )
        parser.add_argument(
            "--trial",
            action="store_true",
            help="say what would become of each rubber, and store nothing but the report",
        )

    def handle(
        self, *args: Any, files: list[str], club: str | None, make_club: bool, trial: bool, **options: Any
    ) -> None:
        """Import the EGN files and print the outcome of each rubber.

        If a file cannot be read, ``CommandError`` is raised after the last file. The import goes on even if
        the reader of standard output closes the pipe.
        """
        require_database()
        reconfigure(self.stdout, errors="backslashreplace", newline=os.linesep)
        output = OutputWriter(self.stdout)
        target = self._club(club)
        # A database without clubs gets those of the first files that are brought to it.
        self._may_make_clubs = make_club or not Club.objects.exists()
        problems = [problem for name in files if (problem := self._import(name, target, output, trial))]
        output.flush()
        if problems:
            raise CommandError("\n".join(problems))

    def _club(self, slug: str | None) -> Club | None:
        if slug is None:
            return None
        club = Club.objects.filter(slug=slug).first()
        if club is None:
            known = ", ".join(Club.objects.order_by("slug").values_list("slug", flat=True)[:20]) or "none yet"
            raise CommandError(f"there is no club {slug!r}; the clubs here are: {known}")
        return club

    def _import(self, name: str, club: Club | None, output: OutputWriter, is_trial: bool) -> str | None:
        """Import one file. Return why it could not be read to its end, or None."""
        fates: Counter[str] = Counter()
        problem = None
        guests = repeats = events = clubs = outside = 0
        has_text_before = False
        try:
            with _open(name) as stream:
                importing = RubberImport(
                    stream,
                    source=name,
                    club=club,
                    is_trial=is_trial,
                    may_make_clubs=self._may_make_clubs,
                )
                for outcome in importing.outcomes():
                    output.write(f"{name}: {outcome}\n")
                    fates[outcome.fate] += outcome.count
                    guests += len(outcome.new_guests)
                    events += outcome.opens_event
                    clubs += bool(outcome.new_club)
                    outside += outcome.is_outside
                    repeats += outcome.repeats
                    has_text_before = has_text_before or outcome.has_text_before
        except NotEgnError as error:
            problem = f"{name}: {error}. Nothing of it was stored."
        except OSError as error:
            problem = f"{name}: {error.strerror or error}"
        except OperationalError as error:
            reason = str(error).partition("\n")[0]
            kept = "Nothing of it was stored" if is_trial else "What is told above is stored"
            problem = f"{name}: the database broke off ({reason}). {kept}; run it again."
        if fates:
            counts = ", ".join(f"{fates[fate]} {words}" for fate, words in FATES.items() if fates[fate])
            rubbers = ngettext("%d rubber", "%d rubbers", fates.total()) % fates.total()
            new_guests = ngettext("; %d new guest", "; %d new guests", guests) % guests if guests else ""
            new_events = ngettext("; %d new event", "; %d new events", events) % events if events else ""
            new_clubs = ngettext("; %d new club", "; %d new clubs", clubs) % clubs if clubs else ""
            again = f"; {repeats} that the file has before (look at their lines)" if repeats else ""
            undrawn = f"; {outside} that count in no pairing (look at their lines)" if outside else ""
            unread = "; text before the first rubber was not read" if has_text_before else ""
            tried = "; tried only, nothing of it is stored" if is_trial else ""
            new = f"{new_guests}{new_events}{new_clubs}"
            output.write(f"{name}: {rubbers}: {counts}{new}{undrawn}{again}{unread}{tried}\n")
        return problem


def _open(name: str) -> AbstractContextManager[BinaryIO]:
    if name == "-":
        return nullcontext(sys.stdin.buffer)
    return open(name, "rb")
