"""The French catalogue is complete: it holds every text of the code and the templates, with the same meaning."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import override_settings
from django.utils.dates import MONTHS, MONTHS_3, MONTHS_AP, WEEKDAYS

from ecarte_site.setup.environment import PROJECT
from matches.models import Decision
from matches.pages.common.scoring_words import texts
from tests.locale.catalogue import FRENCH, Message, fields, messages
from tests.support import gettext_tools
from tests.support.packages import MissingServiceError

COMPILED = messages(FRENCH.with_suffix(".mo"))
OF_NOTATION = {"E01 suffix", "E01 incident"}
"""Contexts of sentences that show signs of the notation, which have no French typography."""

NUMBERS = {"count", "number"}
NAMES = "adversary|club|dealer|elder|event|first|inviter|name|other|player|players|reporter|rightful|whom|who"
"""Fields that a name fills, which may begin with a vowel: "de" would have to become "d’" before it."""


@pytest.fixture(scope="module")
def programs() -> None:
    try:
        gettext_tools.find(may_install=False)
    except MissingServiceError as missing:
        pytest.skip(str(missing))


@dataclass(frozen=True, slots=True)
class Gathered:
    """The result of gathering messages.

    ``catalogue`` is a copy of the French one, into which messages were gathered from the current code. ``before``
    and ``after`` say when the folders of the templates were last written to.
    """

    catalogue: Path
    before: list[int]
    after: list[int]


@pytest.fixture(scope="module")
def gathering(programs: None, tmp_path_factory: pytest.TempPathFactory) -> Gathered:
    folder = tmp_path_factory.mktemp("gathered") / "locale"
    shutil.copytree(PROJECT / "locale", folder)
    templates = sorted((PROJECT / "matches" / "pages").rglob("*/"))
    before = [each.stat().st_mtime_ns for each in templates]
    with override_settings(LOCALE_PATHS=[folder]):
        call_command("messages", verbosity=0)
    after = [each.stat().st_mtime_ns for each in templates]
    return Gathered(folder / FRENCH.relative_to(PROJECT / "locale"), before, after)


@pytest.fixture
def gathered(gathering: Gathered) -> Path:
    return gathering.catalogue


def output(*command: str | Path) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def only(catalogue: Path, *kinds: str) -> list[str]:
    listed = output("msgattrib", "--no-obsolete", "--no-wrap", "--no-location", *kinds, catalogue)
    return [entry for entry in listed.split("\n\n") if entry.strip() and 'msgid ""\nmsgstr' not in entry]


def test_every_message_has_its_french(gathered: Path) -> None:
    assert only(gathered, "--untranslated") == []


def test_no_french_is_left_from_an_older_english(gathered: Path) -> None:
    assert only(gathered, "--only-fuzzy") == []


def test_french_of_what_nobody_says_any_more_is_gone(gathered: Path) -> None:
    assert set(COMPILED) == set(messages(gathered.with_suffix(".mo")))


def test_gathering_writes_nothing_beside_the_code(gathering: Gathered) -> None:
    assert len(gathering.before) > 2
    assert gathering.after == gathering.before


def test_compiled_catalogue_is_that_of_the_text(programs: None, tmp_path: Path) -> None:
    compiled = tmp_path / "django.mo"
    output("msgfmt", "-o", compiled, FRENCH)
    assert messages(compiled) == COMPILED


def fills_in_the_same(message: Message) -> bool:
    """Return True if the translation has the fields of the English; a plural's may omit its number."""
    first, last = fields(message.translations[0]), fields(message.translations[-1])
    wanted = fields(message.plural or message.english)
    return (
        last == wanted and set(first) <= set(wanted) and set(fields(message.english)) - set(first) <= NUMBERS
    )


def test_translations_fill_in_what_the_english_does() -> None:
    assert [message.english for message in COMPILED.values() if not fills_in_the_same(message)] == []


def test_every_text_of_the_scoring_package_has_its_french() -> None:
    all_texts = list(texts())
    assert len(all_texts) > 300
    assert [text.context for text in all_texts if (text.context, text.english) not in COMPILED] == []


def test_french_has_its_own_spaces_and_apostrophes() -> None:
    faulty = re.compile(r"(?<![?!]) [;!?»](?!\?)| :(?!:)|« |\w'\w|\.\.\.")
    assert [
        translation
        for message in COMPILED.values()
        for translation in message.translations
        if message.context not in OF_NOTATION and faulty.search(translation)
    ] == []


def test_no_french_name_follows_a_word_that_it_would_cut_short() -> None:
    after = re.compile(rf"\b(?:de|le|que) (?:%\((?:{NAMES})\)s|\{{(?:{NAMES})\}})")
    assert after.search("la main de {player}")
    assert [one for message in COMPILED.values() for one in message.translations if after.search(one)] == []


@pytest.mark.parametrize("label", Decision.Label)
def test_labels_have_one_word_each_in_their_counts_too(label: Decision.Label) -> None:
    word = label.value
    french = COMPILED["", word].translations[0]
    assert COMPILED["", word.title()].translations == (french.title(),)
    assert COMPILED["", f"%(number)s {word}"].translations == (
        f"%(number)s {french}",
        f"%(number)s {french}s",
    )


def test_no_message_takes_the_place_of_a_month_or_a_day_of_the_week() -> None:
    names = {str(name) for named in (MONTHS, MONTHS_3, MONTHS_AP, WEEKDAYS) for name in named.values()}
    assert {message.english for message in COMPILED.values() if not message.context} & names == set()


def test_compiled_catalogue_lies_in_the_repository() -> None:
    tracked = output("git", "-C", PROJECT, "ls-files", "locale").split()
    assert "locale/fr/LC_MESSAGES/django.mo" in tracked
