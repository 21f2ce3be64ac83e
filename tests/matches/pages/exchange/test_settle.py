"""The list of things to settle: who sees it, what it shows of each, and how each is settled."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from matches.common.commands import CommandContext
from matches.figures.record_comparison import compare
from matches.models import Club, Conflict, HeldText, LogEntry, Rubber
from matches.pages.exchange.conflict import shorten_passages
from matches.rubbers.change_rubbers import dispute_rubber
from tests.matches.files import LATE_KING, import_text, other_result, rubber_text
from tests.matches.pages.clubs.test_settings import hidden
from tests.matches.pages.exchange.club import user
from tests.matches.pages.exchange.test_imports import UNREADABLE
from tests.matches.pages.reading import page, words

GOOD = rubber_text()
DRAFT = rubber_text("Eliot", "Fane", deals=[LATE_KING]).replace("#0-5\n##0-1", "*")
REPAIRED = UNREADABLE.replace("=X9", "=B5")


def settle_page(client: Client, club: Club) -> str:
    return page(client, reverse("web:settle", args=[club.slug]))


def disputed(club: Club, name_a: str = "Orford", reason: str = "The king was never marked.") -> Rubber:
    import_text(rubber_text(name_a), club=club)
    rubber = club.rubbers.latest("pk")
    return dispute_rubber(
        rubber, seat="A", act=CommandContext(by=user("director"), key=name_a, reason=reason)
    )


def reported(club: Club, name_a: str, name_b: str, *, by: str) -> Rubber:
    import_text(rubber_text(name_a, name_b), club=club)
    rubber = club.rubbers.latest("pk")
    Rubber.objects.filter(pk=rubber.pk).update(state=Rubber.State.REPORTED, reported_by=by)
    return rubber


@pytest.fixture
def conflict(club: Club) -> Conflict:
    import_text(GOOD, club=club)
    import_text(other_result(GOOD), club=club, source="second.egn")
    return Conflict.objects.get()


@pytest.fixture
def held_text(club: Club) -> HeldText:
    import_text(UNREADABLE, club=club)
    return HeldText.objects.get()


def test_nothing_that_waits_is_said(director: Client, club: Club) -> None:
    assert "Nothing needs action" in settle_page(director, club)


def test_all_waiting_is_listed(director: Client, club: Club, conflict: Conflict, held_text: HeldText) -> None:
    import_text(DRAFT, club=club)
    draft = club.rubbers.latest("pk")
    disputed(club, "Pole", reason="The <king> was never marked.")
    reported(club, "Keene", "Selwyn", by="B")
    html = settle_page(director, club)
    for kind in ("1 draft", "1 disputed", "1 conflict", "1 record to repair"):
        assert kind in words(html)
    assert "marks the king too late" in words(html)
    assert f"/rubbers/{draft.public_id}/correct/" in html
    assert "Director disputed it on" in words(html)
    assert "<q>The &lt;king&gt; was never marked.</q>" in html
    assert "Reported by Selwyn. Keene has not confirmed it yet." in words(html)
    assert reverse("web:conflict", args=[club.slug, conflict.public_id]) in html
    assert reverse("web:held", args=[club.slug, held_text.public_id]) in html


def test_member_sees_own_rubbers_alone(client: Client, club: Club, held_text: HeldText) -> None:
    reported(club, "Member", "Clay", by="B")
    reported(club, "Member", "Dering", by="A")
    reported(club, "Orford", "Baldwin", by="B")
    import_text(DRAFT, club=club)
    client.force_login(user("member"))
    text = words(settle_page(client, club))
    assert "1 to confirm" in text
    assert "Reported by Clay. Member has not confirmed it yet." in text
    for other in ("Dering", "Orford", "Eliot", "repair", "draft"):
        assert other not in text


def test_scorer_sees_drafts_but_no_conflicts(client: Client, club: Club, conflict: Conflict) -> None:
    import_text(DRAFT, club=club)
    client.force_login(user("scorer"))
    text = words(settle_page(client, club))
    assert "1 draft" in text
    assert "conflict" not in text


# Conflicts


@pytest.fixture
def conflict_at(club: Club, conflict: Conflict) -> str:
    return reverse("web:conflict", args=[club.slug, conflict.public_id])


def choose(client: Client, address: str, choice: str, reason: str = "By the sheet.") -> str:
    form = {**hidden(page(client, address)), "choice": choice, "reason": reason}
    return client.post(address, form, follow=True).content.decode()


def test_conflict_shows_both_contents_and_what_differs(director: Client, conflict_at: str) -> None:
    html = page(director, conflict_at)
    text = words(html)
    assert "Result 0–1" in text
    assert "Result 1–0" in text
    assert "From the file second.egn" in text
    assert "from the file evening.egn" in text
    assert "differs" in text
    # Equal lines are counted and left out, except for those nearest to a difference.
    assert "Lines that are the same in both are left out" in text
    assert html.count("[EGN") == 0


def test_stored_content_is_kept(director: Client, club: Club, conflict: Conflict, conflict_at: str) -> None:
    text = choose(director, conflict_at, "stored")
    assert "The conflict is settled." in text
    rubber = club.rubbers.get()
    assert (rubber.state, rubber.games_won_a) == ("confirmed", 0)
    conflict.refresh_from_db()
    assert conflict.resolution == "kept"
    assert "Director kept the stored version" in words(page(director, conflict_at))


def test_other_content_is_taken_and_logged(director: Client, club: Club, conflict_at: str) -> None:
    choose(director, conflict_at, "other", "The sheet was misread.")
    rubber = club.rubbers.get()
    assert (rubber.state, rubber.games_won_a) == ("corrected", 1)
    log = words(page(director, reverse("web:club_log", args=[club.slug])))
    assert "Director (director) corrected Orford – Baldwin from 0–1 to 1–0." in log
    assert "The sheet was misread." in log


def test_choice_wants_a_reason(director: Client, club: Club, conflict_at: str) -> None:
    text = choose(director, conflict_at, "other", "")
    assert "This field is required." in text
    assert club.rubbers.get().state == "confirmed"


def test_late_choice_is_refused(director: Client, club: Club, conflict: Conflict, conflict_at: str) -> None:
    form = {**hidden(page(director, conflict_at)), "choice": "other", "reason": "By the sheet."}
    dispute_rubber(conflict.rubber, seat="A", act=CommandContext(by=user("owner"), key="1", reason="No."))
    response = director.post(conflict_at, form)
    assert response.status_code == 409
    assert "Someone else has changed this rubber in the meantime." in words(response.content.decode())
    assert club.rubbers.get().state == "disputed"


def test_second_director_is_told_that_it_is_settled(director: Client, conflict_at: str) -> None:
    late = {**hidden(page(director, conflict_at)), "choice": "other", "reason": "By the sheet."}
    choose(director, conflict_at, "stored")
    response = director.post(conflict_at, late)
    assert response.status_code == 409
    assert "Someone has already decided this." in words(response.content.decode())


def test_cards_of_a_rubber_that_is_being_played_are_not_shown(director: Client, conflict_at: str) -> None:
    Rubber.objects.update(state=Rubber.State.LIVE)
    text = words(page(director, conflict_at))
    assert "The two can be compared when it is over." in text
    assert "Where they differ" not in text


# Texts that could not be read


@pytest.fixture
def held_at(club: Club, held_text: HeldText) -> str:
    return reverse("web:held", args=[club.slug, held_text.public_id])


def test_fault_of_a_held_text_leads_to_its_line(director: Client, held_at: str) -> None:
    html = page(director, held_at)
    found, _textarea, text = html.partition("<textarea")
    assert "=X9" in text
    finding = found.partition('class="finding error"')[2]
    number = finding.partition('href="#line-')[2].partition('"')[0]
    line = html.partition(f'<li id="line-{number}"')[2].partition("</li>")[0]
    assert 'class="marked"' in line
    assert "=X9" in line


def test_misspelt_name_of_a_held_text_is_corrected(director: Client, club: Club, held_at: str) -> None:
    club.players.create(name="Deering")
    response = director.post(held_at, {"text": REPAIRED, "do": "store"})
    html = response.content.decode()
    assert response.status_code == 400
    assert "New player: Dering. Did you mean Deering?" in words(html)
    value = unescape(html.partition('name="fix" value="')[2].partition('"')[0])
    html = director.post(held_at, {"text": REPAIRED, "fix": value}).content.decode()
    assert "Deering&quot;]" in html.partition("<textarea")[2]
    assert not club.rubbers.exists()
    director.post(held_at, {"text": REPAIRED, "new_name": "Dering", "do": "store"})
    assert club.rubbers.get().player_b.name == "Dering"


def test_checking_stores_nothing(director: Client, club: Club, held_at: str) -> None:
    response = director.post(held_at, {"text": REPAIRED, "do": "check"})
    html = response.content.decode()
    assert response.status_code == 200
    assert "Nothing wrong was found." in words(html)
    assert "=B5" in html.partition("<textarea")[2]
    assert not club.rubbers.exists()


def test_repaired_text_is_stored_and_waits_no_more(director: Client, club: Club, held_at: str) -> None:
    response = director.post(held_at, {"text": REPAIRED.replace("\n", "\r\n"), "do": "store"}, follow=True)
    assert "Clay – Dering is stored and confirmed." in words(response.content.decode())
    assert club.rubbers.get().state == "confirmed"
    assert "Nothing needs action" in settle_page(director, club)
    assert "Replaced by a valid record" in words(page(director, held_at))


def test_text_that_is_still_faulty_is_kept(director: Client, held_at: str) -> None:
    for text, expected in (
        (UNREADABLE.replace("=X9", "=Y9"), "Your text is kept, so that you can go on with it"),
        ("nothing at all", "there is no rubber in this text"),
    ):
        response = director.post(held_at, {"text": text, "do": "store"})
        assert response.status_code == 400
        assert expected in words(response.content.decode())
    assert "=Y9" in page(director, held_at).partition("<textarea")[2]


def test_dismissed_text_is_final(director: Client, club: Club, held_text: HeldText, held_at: str) -> None:
    address = reverse("web:dismiss_held", args=[club.slug, held_text.public_id])
    form = {"dismiss-key": "1", "dismiss-reason": "A stray page."}
    assert director.post(address, {**form, "dismiss-reason": ""}).status_code == 400
    text = words(director.post(address, form, follow=True).content.decode())
    assert "The record is dismissed." in text
    assert "Nothing needs action" in text
    assert LogEntry.objects.get(kind="club.text_dismissed").reason == "A stray page."
    assert "Dismissed by Director" in words(page(director, held_at))
    assert director.post(held_at, {"text": REPAIRED, "do": "store"}).status_code == 409
    assert not club.rubbers.exists()


def test_very_long_line_is_cut() -> None:
    (passage,) = shorten_passages(compare("x" * 10_000, "y").first)
    assert len(passage.lines[0].text) < 500
