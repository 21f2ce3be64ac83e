"""Valid records far longer than any real play have pages as small as others."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from matches.models import Rubber
from tests.matches.pages.reading import addresses, page, words

MANY = 3000
LIGHT_BYTES = 250_000
HANDS = "2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87"
PLAY = "CT C8, CK C7, DQ DJ, HA SQ, D8 S8"

DEALS: dict[str, str] = {
    "kings": f"1. A {HANDS} S {'Kb ' * MANY}{PLAY}",
    "deals": "\n".join(f"{number}. A =void" for number in range(1, MANY + 1)),
    "incidents": f"1. A {HANDS} S {'!43b:replay ' * MANY}{PLAY}",
    "incidents in the play": f"1. A {HANDS} S CT C8, {'!37b ' * MANY}",
    "remarks": f"1. A {HANDS} S CT C8, " + "{<&>} " * MANY,
    "one remark": f"1. A {HANDS} S CT C8, " + "{" + "<" * 30 * MANY + "}",
    "facts": f"1. A {HANDS} S {('!37b(' + ';'.join(['fact'] * 150) + ') ') * 900}",
    "calls": f"1. A {HANDS} {'P G ' * MANY}",
    "exchanges": f"1. A {HANDS} {'P G -SA+HT -SQ+CK ' * MANY}",
    "cards": f"1. A {HANDS} S {PLAY}{', CT C8' * MANY}",
    "remark before": "{<&>} " * MANY + "\n1. A",
}


def write_deals(rubber: Rubber, deals: str) -> None:
    """Give the rubber these deals in place of its own."""
    head = '[EGN "1"]\n[A "A"]\n[B "B"]\n[Termination "unfinished"]\n\n'
    rubber.egn = f"{head}Game 1 {deals}\n*\n" if deals[0] == "{" else f"{head}Game 1\n{deals}\n*\n"
    rubber.save()


def deal_address(rubber: Rubber, deal: int = 1) -> str:
    return reverse("web:deal", args=[rubber.public_id, 1, deal])


@pytest.mark.parametrize("deals", DEALS.values(), ids=list(DEALS))
def test_pages_stay_light(client: Client, rubber: Rubber, deals: str) -> None:
    write_deals(rubber, deals)
    assert len(page(client, addresses(rubber)["rubber"])) < LIGHT_BYTES
    assert len(page(client, deal_address(rubber))) < LIGHT_BYTES


def test_cuts_before_a_first_deal_are_not_all_told(client: Client, rubber: Rubber) -> None:
    write_deals(rubber, "1. A")
    Rubber.objects.update(egn=rubber.egn.replace("Game 1", f"Game 1 cut {'A=HQ B=DQ ' * MANY}"))
    html = page(client, addresses(rubber)["rubber"])
    assert len(html) < LIGHT_BYTES
    assert f"{MANY - 10} more entries" in words(html)


def test_left_out_entries_are_counted(client: Client, rubber: Rubber) -> None:
    write_deals(rubber, DEALS["incidents in the play"])
    html = page(client, deal_address(rubber))
    left_out = re.search(r"([\d,]+) more entries are not shown", words(html))
    assert left_out
    assert int(left_out[1].replace(",", "")) >= MANY - 100
    assert f'href="{addresses(rubber)["egn"]}"' in html
    assert page(client, addresses(rubber)["egn"]).count("!37b") == MANY


def test_lawful_deal_is_shown_whole(client: Client, rubber: Rubber) -> None:
    for address in (addresses(rubber)["rubber"], deal_address(rubber)):
        assert "not shown" not in page(client, address)
        assert "Only its beginning" not in page(client, address)


def test_deals_past_a_page_are_on_the_next(client: Client, rubber: Rubber) -> None:
    write_deals(rubber, "\n".join(f"{number}. A =void" for number in range(1, 101)))
    first = page(client, addresses(rubber)["rubber"])
    last = page(client, f"{addresses(rubber)['rubber']}?deals=2")
    assert f'href="{deal_address(rubber, 60)}"' in first
    assert f'href="{deal_address(rubber, 61)}"' not in first
    assert "Page 1 of 2" in words(first)
    assert f'href="{deal_address(rubber, 61)}"' in last
    assert f'href="{deal_address(rubber, 100)}"' in last
    assert "Game 1" in words(last)


def test_findings_past_a_page_are_on_the_next(client: Client, rubber: Rubber) -> None:
    write_deals(rubber, "\n".join(f"{number}. A S =A3 (0-0)" for number in range(1, 41)))
    first = page(client, addresses(rubber)["rubber"])
    total = re.search(r"Page 1 of (\d+)", words(first))
    assert total
    last = page(client, f"{addresses(rubber)['rubber']}?findings={total[1]}")
    assert first.count('<div class="finding') == 30
    assert 1 <= last.count('<div class="finding') <= 30
    assert "Game 1, deal 40" in words(last)


def test_page_links_of_two_lists_have_their_own_names(client: Client, rubber: Rubber) -> None:
    write_deals(rubber, "\n".join(f"{number}. A S =A3 (0-0)" for number in range(1, 101)))
    html = page(client, addresses(rubber)["rubber"])
    names = re.findall(r'<nav class="pages" aria-label(?:ledby)?="([^"]+)"', html)
    assert names == ["findings", "games"]
    assert all(f' id="{name}"' in html for name in names)


def test_long_record_is_shown_as_written_by_its_beginning(client: Client, rubber: Rubber) -> None:
    for deals, address in ((DEALS["deals"], "rubber"), (DEALS["kings"], "deal")):
        write_deals(rubber, deals)
        html = page(client, deal_address(rubber) if address == "deal" else addresses(rubber)["rubber"])
        assert "Only its beginning is shown here" in words(html)
        sheet = re.search(r'<pre class="sheet">(.*?)</pre>', html, re.DOTALL)
        assert sheet
        assert len(sheet[1]) < 8100
