"""Where somebody's name, address or sign-in is kept besides his own rows, and how it goes from there."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from itertools import groupby

from django.contrib.admin.models import LogEntry as AdminLogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db.models import Model, Q, TextField
from django.db.models.functions import Cast
from django.utils import timezone

from matches.models import HeldText, ImportLine, SentRequest, User
from matches.privacy.redact_names import ways_to_write, without_name, without_name_in
from matches.rubbers.canonical_text import FORGOTTEN


def blank_texts(name: str, clubs: set[int]) -> None:
    # What belongs to no club may be his as well as a namesake's: to forget goes before to keep.
    theirs = Q(club__in=clubs) | Q(club__isnull=True)
    for held in HeldText.objects.filter(theirs, _mentions("text", ways_to_write(name))).iterator():
        held.text = without_name(name, held.text)
        held.finding = without_name_in(name, held.finding)
        # The checksum stays that of the file's text, so that reading the file again does not bring the name back.
        held.save(update_fields=["text", "finding"])


def blank_import_lines(name: str, clubs: set[int]) -> None:
    named = Q(name_a=name) | Q(name_b=name) | ~Q(reasons=[])
    theirs = Q(report__club__in=clubs) | Q(report__club__isnull=True)
    for line in ImportLine.objects.filter(named, theirs).iterator():
        names = [FORGOTTEN if each == name else each for each in (line.name_a, line.name_b)]
        told = [without_name_in(name, line.reasons), without_name_in(name, line.new_guests)]
        if [*names, *told] != [line.name_a, line.name_b, line.reasons, line.new_guests]:
            line.name_a, line.name_b = names
            line.reasons, line.new_guests = told
            line.save(update_fields=["name_a", "name_b", "reasons", "new_guests"])


def blank_replies(names: Collection[str]) -> None:
    """What others were told of him when they changed something, kept in case that they ask again."""
    ways = {way for name in names for written in ways_to_write(name) for way in _in_json(written)}
    if not ways:
        return
    replies = SentRequest.objects.annotate(told=Cast("result", TextField()))
    for reply in replies.filter(_mentions("told", ways)).iterator():
        for name in names:
            reply.result = without_name_in(name, reply.result)
        reply.save(update_fields=["result"])


def blank_admin_log(rows: Iterable[Model], traces: Collection[str]) -> None:
    """The administration pages keep what rows were called when they were changed there.

    Besides those of ``rows`` it is whatever was called by one of ``traces``, and may be gone itself.
    """
    named = _mentions("object_repr", traces)
    by_kind = sorted(rows, key=lambda row: row._meta.label)
    for model, alike in groupby(by_kind, key=type):
        kind = ContentType.objects.get_for_model(model)
        named |= Q(content_type=kind, object_id__in=[str(row.pk) for row in alike])
    AdminLogEntry.objects.filter(named).update(object_repr="-", change_message="")


def end_sessions(user: User) -> None:
    """Remove them all, with whatever they hold."""
    running = Session.objects.filter(expire_date__gt=timezone.now())
    for session in running.iterator():
        if session.get_decoded().get("_auth_user_id") == str(user.pk):
            session.delete()


def _mentions(column: str, texts: Collection[str]) -> Q:
    """Any of ``texts`` in ``column``."""
    found = Q(pk__in=[])
    for text in texts:
        found |= Q(**{f"{column}__contains": text})
    return found


def _in_json(text: str) -> set[str]:
    """As the one database writes it, and as the other does."""
    return {json.dumps(text)[1:-1], json.dumps(text, ensure_ascii=False)[1:-1]}
