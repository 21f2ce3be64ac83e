"""The README and the other pages mention only files and commands that exist."""

from __future__ import annotations

import io
import re

import pytest

from ecarte_site.embedded.options import parse_options
from ecarte_site.setup.environment import PROJECT
from scoring.check import check_read
from scoring.notation import read_file, write_rubber

PAGES = (
    "README.md",
    "docs/architecture.md",
    "docs/api.md",
    "docs/hosting.md",
    "docs/benchmarks.md",
    "docs/events.md",
    "docs/treatise.md",
)


def text_of(document: str) -> str:
    return (PROJECT / document).read_text(encoding="utf-8")


def sample() -> str:
    """Return the record that the README shows, without its indentation."""
    match = re.search(
        r"(?:^    .*\n|^\n)*^    \[EGN.*\n(?:^    .*\n|^\n(?=    ))*", text_of("README.md"), re.MULTILINE
    )
    assert match
    return (
        "".join(line.removeprefix("    ") for line in match[0].strip("\n").splitlines(keepends=True)) + "\n"
    )


def test_sample_record_is_canonical_and_without_fault() -> None:
    (read,) = read_file(io.BytesIO(sample().encode()))
    assert check_read(read).findings == ()
    assert write_rubber(read.rubber) == sample()


# What looks like a folder on the API's page is an address.
@pytest.mark.parametrize("document", [page for page in PAGES if page != "docs/api.md"])
def test_named_folders_and_files_exist(document: str) -> None:
    for name in re.findall(r"`((?:[a-z_]+/)+[a-z_.]*)`", text_of(document)):
        assert (PROJECT / name).exists() or (PROJECT / f"{name}.py").exists(), name


def test_hosting_page_lists_every_option_of_start(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse_options(["--help"])
    options = set(re.findall(r"--[a-z-]+", capsys.readouterr().out)) - {"--help"}
    table = text_of("docs/hosting.md").split("| option |")[1].split("\n\n")[0]
    assert set(re.findall(r"--[a-z][a-z-]+", table)) == options


def test_hosting_page_lists_every_variable_of_the_settings() -> None:
    settings = text_of("ecarte_site/settings.py") + text_of("ecarte_site/environment.py")
    read = set(re.findall(r"(?:env_\w+|mail_settings)\(\s*\"(\w+)\"", settings))
    table = text_of("docs/hosting.md").split("The\nsettings come from the environment:")[1]
    assert set(re.findall(r"^\| `([A-Z_]+)`", table, re.MULTILINE)) == read
