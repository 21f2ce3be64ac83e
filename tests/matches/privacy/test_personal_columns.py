"""Every relation to a person, and every personal column, is classified: merged, exported, erased.

A new relation or column fails here until it is added to one of these tables.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from types import ModuleType
from typing import Any, Final, TypeAlias

import pytest
from django.apps import apps
from django.db.models import Model

from matches import models
from matches.models import Entrant, Player, User
from matches.privacy import erase, export_person, merge
from matches.privacy.erase import without_name, without_name_in
from matches.rubbers import tallies
from matches.sittings import write_sitting

Answer: TypeAlias = ModuleType | str
"""The module that handles it, or the reason why none has to."""


RESULT: Final = "results stay; the player has no name any more"
BY_EVENT: Final = "follows from the rubbers of an event"
BY_SITTING: Final = "of the table it is of"
RECOUNTED: Final = "counted again from the rubbers, which moved: matches/figures/deferred_updates.py"
ACCOUNT: Final = "stays with an account that has no name any more"
OF_SITE: Final = "says who ran the site or the club, and nothing about the person"
# The ways to merge, export and erase each relation.
TO_PLAYERS: Final[Mapping[str, tuple[Answer, Answer, Answer]]] = {
    "matches.Player.merged_into": (merge, export_person, erase),
    "matches.FormerName.player": (merge, export_person, erase),
    "matches.Membership.player": (merge, export_person, erase),
    "matches.Invitation.player": (merge, export_person, erase),
    "matches.Exercise.player": (merge, export_person, erase),
    "matches.Rubber.player_a": (merge, export_person, RESULT),
    "matches.Rubber.player_b": (merge, export_person, RESULT),
    "matches.Conflict.player_a": (merge, "the stored rubber is taken out, not what it was not", RESULT),
    "matches.Conflict.player_b": (merge, "the stored rubber is taken out, not what it was not", RESULT),
    "matches.Entrant.player": (merge, BY_EVENT, RESULT),
    "matches.Tally.player": (tallies, "taken out as rubbers", RESULT),
    "matches.Tally.opponent": (tallies, "taken out as rubbers", RESULT),
    "matches.Rating.player": (RECOUNTED, export_person, RESULT),
    "matches.Honour.player": (RECOUNTED, export_person, RESULT),
    "matches.TableLink.player_a": (merge, "a link is of whoever made it", RESULT),
    "matches.TableLink.player_b": (merge, "a link is of whoever made it", RESULT),
    "matches.SittingPerson.player": (write_sitting, export_person, RESULT),
    "matches.SittingGame.player_a": (write_sitting, BY_SITTING, RESULT),
    "matches.SittingGame.player_b": (write_sitting, BY_SITTING, RESULT),
    "matches.Posting.player": (write_sitting, export_person, RESULT),
}
# The ways to export and erase each relation. Two accounts are never merged.
TO_USERS: Final[Mapping[str, tuple[Answer, Answer]]] = {
    "matches.Player.user": (export_person, erase),
    "matches.ApiToken.user": (export_person, erase),
    "matches.Invitation.accepted_by": (export_person, erase),
    "matches.LogEntry.by": (export_person, ACCOUNT),
    "matches.TableLink.created_by": (export_person, erase),
    "matches.PadEntry.by": (export_person, ACCOUNT),
    "matches.SentRequest.user": ("what was answered is stored elsewhere", erase),
    "matches.Export.by": ("a copy of records", erase),
    "matches.DrawRequest.by": (OF_SITE, ACCOUNT),
    "matches.Invitation.created_by": (OF_SITE, ACCOUNT),
    "matches.ImportReport.by": (OF_SITE, ACCOUNT),
    "matches.HeldText.settled_by": (OF_SITE, ACCOUNT),
    "matches.Conflict.by": (OF_SITE, ACCOUNT),
    "matches.Conflict.resolved_by": (OF_SITE, ACCOUNT),
    "matches.Webhook.created_by": (OF_SITE, ACCOUNT),
    "matches.User_groups.user": (OF_SITE, "user.groups.clear() in matches/privacy/erase.py"),
    "matches.User_user_permissions.user": (
        OF_SITE,
        "user.user_permissions.clear() in matches/privacy/erase.py",
    ),
    "admin.LogEntry.user": (OF_SITE, "blank_admin_log() in matches/privacy/erase.py"),
    "account.EmailAddress.user": (export_person, erase),
    "mfa.Authenticator.user": (export_person, erase),
}


def relations_to(person: type[Model]) -> set[str]:
    return {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.concrete_fields
        if field.related_model is person
    }


@pytest.mark.parametrize(("person", "answers"), [(Player, TO_PLAYERS), (User, TO_USERS)])
def test_each_relation_to_a_person_has_its_answers(
    person: type[Model], answers: Mapping[str, tuple[Answer, ...]]
) -> None:
    assert relations_to(person) == set(answers), (
        f"a relation to {person.__name__} is merged, taken out and forgotten, or said not to be:"
        " matches/privacy/merge.py, export_person.py, erase.py, and the tables of this test"
    )


@pytest.mark.parametrize(("relation", "answers"), [*TO_PLAYERS.items(), *TO_USERS.items()])
def test_module_that_is_named_knows_the_model(relation: str, answers: tuple[Answer, ...]) -> None:
    name = relation.split(".")[1]
    for module in answers:
        if isinstance(module, ModuleType):
            assert hasattr(module, name), f"{module.__file__} has nothing about {relation}"


def quoted_in(function: Callable[..., Any]) -> set[str]:
    return set(re.findall(r'"(\w+)"', inspect.getsource(function)))


def read_in(function: Callable[..., Any], name: str) -> set[str]:
    return set(re.findall(rf"\b{name}\.(\w+)", inspect.getsource(function)))


ID: Final = frozenset({"id"})
SECRET: Final = frozenset({"token_hash"})
# The columns of each model that the export has (in its own words), and those that it leaves out.
EXPORTED: Final[Mapping[type[Model], tuple[Iterable[str], frozenset[str]]]] = {
    User: (
        read_in(export_person._account, "user"),
        ID | {"password", "is_superuser", "is_staff", "is_active", "erased_at"},
    ),
    Player: (read_in(export_person._player, "player"), ID | {"user", "merged_into", "created_at", "folded"}),
    models.FormerName: (
        quoted_in(export_person._player),
        ID | {"public_id", "player", "event", "folded"},
    ),
    models.Membership: (quoted_in(export_person._player), ID | {"player"}),
    models.ApiToken: (export_person.TOKEN_COLUMNS, ID | SECRET | {"public_id", "user"}),
    models.Invitation: (
        quoted_in(export_person._invitations),
        ID
        | SECRET
        | {"public_id", "player", "created_by", "created_at", "expires_at", "revoked_at", "accepted_by"},
    ),
    models.LogEntry: (
        quoted_in(export_person._log),
        ID | {"club", "by", "by_elsewhere", "link", "key", "request_id"},
    ),
    models.Rating: (export_person.RATING_COLUMNS, ID | {"player"}),
    models.Honour: (
        export_person.HONOUR_COLUMNS,
        ID
        | {"player", "position", "holders"}
        | {f"{side}_{part}" for side in ("first", "last") for part in ("rubber", "game", "deal")},
    ),
    models.TableLink: (
        export_person.LINK_COLUMNS,
        ID | SECRET | {"public_id", "club", "player_a", "player_b", "created_by"},
    ),
    models.Posting: (export_person.POSTING_COLUMNS, ID | {"sitting", "position", "entry", "player"}),
    models.PadEntry: (
        export_person.PAD_COLUMNS,
        ID
        | {"public_id", "key", "device", "link", "by", "side", "seen", "after", "version", "fork"}
        | {"code", "faults", "steps", "settlement", "settled_at"},
    ),
    models.Exercise: (export_person.EXERCISE_COLUMNS, ID | {"player", "token"}),
    models.Decision: (
        export_person.DECISION_COLUMNS,
        ID | {"review", "number", "token", "player", "double_dummy_loss", "worlds"},
    ),
    models.DealReview: (export_person.DEAL_COLUMNS, ID | {"review"}),
}


@pytest.mark.parametrize("model", EXPORTED, ids=lambda model: model.__name__)
def test_each_column_about_a_person_is_taken_out_or_left_out(model: type[Model]) -> None:
    exported, left_out = EXPORTED[model]
    columns = {field.name for field in model._meta.concrete_fields}
    named = {column.partition("__")[0] for column in exported}
    assert columns == (columns & named) | left_out, (
        f"a column of {model.__name__} goes into matches/privacy/export_person.py, or is left out in this test"
    )


def test_each_column_of_an_account_is_emptied_or_kept() -> None:
    kept = {"id", "public_id", "joined_at"}
    emptied = set(re.findall(r"user\.(\w+) = ", inspect.getsource(erase._forget_account))) | {"password"}
    assert {field.name for field in User._meta.concrete_fields} == emptied | kept, (
        "_forget_account empties a column of User, or this test says that it is kept: matches/privacy/erase.py"
    )


def test_each_column_of_a_player_is_emptied_or_kept() -> None:
    kept = {"id", "public_id", "club", "merged_into", "created_at"}
    source = inspect.getsource(erase._forget_player)
    emptied = {field.name for field in Player._meta.concrete_fields if f"{field.name}=" in source}
    assert {field.name for field in Player._meta.concrete_fields} == emptied | kept, (
        "_forget_player empties a column of Player, or this test says that it is kept: matches/privacy/erase.py"
    )


def test_an_entry_is_merged_with_all_its_columns() -> None:
    columns = {field.name for field in Entrant._meta.concrete_fields}
    assert columns == {*merge.ENTRY, "id", "event", "player"}, (
        "ENTRY has each column of Entrant that an entry sets: matches/privacy/merge.py"
    )


@pytest.mark.parametrize(
    ("name", "text", "blank"),
    [
        ("Clay", '[A "Clay"]', '[A "?"]'),
        ("Clay", '[A "Clayton"]', '[A "Clayton"]'),
        ("Clay", "{Clay dealt, said Clay's man.}", "{? dealt, said ?'s man.}"),
        ("A", '[A "A"]\n[B "Pole"]\nGame 1\n1. A =B3', '[A "?"]\n[B "Pole"]\nGame 1\n1. A =B3'),
        ('Jo "Ace"', '[A "Jo \\"Ace\\""] {Jo "Ace" won.}', '[A "?"] {? won.}'),
        ("Ó Súilleabháin", '[B "Ó Súilleabháin"]', '[B "?"]'),
    ],
)
def test_name_goes_from_tags_and_comments_alone(name: str, text: str, blank: str) -> None:
    assert without_name(name, text) == blank


def test_name_goes_from_all_texts_of_json() -> None:
    finding = {"message": "A and B are both 'Clay'", "line": 3, "names": ["Clay", "Pole"]}
    blank = {"message": "A and B are both '?'", "line": 3, "names": ["?", "Pole"]}
    assert without_name_in("Clay", finding) == blank
