from __future__ import annotations

import platform
import re

import pytest

from tests.bench import Figure
from tests.support.figures import machine, put_section, table, versions


@pytest.mark.parametrize(
    ("figure", "share", "in_loops"),
    [
        (Figure("read", 20_000.0, "deals/s", budget=10_000.0), 2.0, 1_000.0),
        (Figure("review", 10.0, "ms", budget=5.0), 0.5, 0.2),
        (Figure("page", 2.0, "s"), None, 40.0),
        (Figure("memory", 50.0, "MiB", budget=100.0), 2.0, None),
        (Figure("nothing done", 0.0, "deals/s", budget=10_000.0), None, 0.0),
    ],
)
def test_figures_compare_with_budget_and_reference(
    figure: Figure, share: float | None, in_loops: float | None
) -> None:
    assert figure.share_of_budget == share
    assert figure.per_reference(0.05) == pytest.approx(in_loops)


def test_table_has_a_row_for_each_figure() -> None:
    figures = [Figure("read", 12_345.6, "deals/s", budget=10_000.0), Figure("memory", 1.234, "MiB")]
    assert table(figures, 0.05).splitlines()[2:] == [
        "| read | 12,346 deals/s | 10,000 deals/s | 1.23 | 617 |",
        "| memory | 1.23 MiB |  |  |  |",
    ]


def test_a_section_takes_the_place_of_the_one_before_and_no_other() -> None:
    page = put_section("# Figures\n", "reading", "old")
    page = put_section(page, "solving", r"stays \1")
    page = put_section(page, "reading", "new")
    assert page == (
        "# Figures\n\n## Reading\n\n<!-- figures: reading -->\nnew\n<!-- end -->\n"
        "\n## Solving\n\n<!-- figures: solving -->\nstays \\1\n<!-- end -->\n"
    )


def test_a_machine_is_told_by_cores_and_kernel_and_not_by_name() -> None:
    words = machine()
    assert re.search(r"\d+ cores", words)
    assert re.search(rf"{platform.system()} \d+\.\d+ {platform.machine()}$", words)
    assert platform.node() not in words
    assert platform.release() not in words


def test_versions_are_those_of_what_is_installed() -> None:
    words = versions(["django", "no-such-peer"])
    assert re.fullmatch(rf"Python {platform.python_version()}, django 5\.2\.\d+", words)
