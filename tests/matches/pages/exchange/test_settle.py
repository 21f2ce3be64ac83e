"""What waits to be settled: for whom, with what is found and said, and how it is settled."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from matches.common.command_context import Act
from matches.models import Club, Conflict, HeldText, ImportReport, LogEntry, Player, Rubber
from matches.rubbers.commands import dispute_rubber
from tests.matches.files import LATE_KING, import_text, other_result, rubber_text
from tests.matches.pages.clubs.desk.test_powers import UNREADABLE
from tests.matches.pages.clubs.desk.test_settings import hidden
from tests.matches.pages.exchange.club import user
from tests.matches.pages.reading import page, words

GOOD = rubber_text()
DRAFT = rubber_text("Eliot", "Fane", deals=[LATE_KING]).replace("#0-5\n##0-1", "*")


def settle_page(client: Client, club: Club) -> str:
    return page(client, reverse("web:settle", args=[club.slug]))


def disputed(club: Club, name_a: str = "Orford", reason: str = "The king was never marked.") -> Rubber:
    import_text(rubber_text(name_a), club=club)
    rubber = club.rubbers.latest("pk")
    return dispute_rubber(rubber, seat="A", act=Act(by=user("director"), key=name_a, reason=reason))


def reported(club: Club, name_a: str, name_b: str, *, by: str) -> Rubber:
    """A rubber that its side A or B has reported."""
    import_text(rubber_text(name_a, name_b), club=club)
    rubber = club.rubbers.latest("pk")
    Rubber.objects.filter(pk=rubber.pk).update(state=Rubber.State.REPORTED, reported_by=by)
    return rubber


def conflict_of(club: Club) -> Conflict:
    import_text(GOOD, club=club)
    import_text(other_result(GOOD), club=club, source="second.egn")
    return Conflict.objects.get()


def held_of(club: Club) -> HeldText:
    import_text(UNREADABLE, club=club)
    return HeldText.objects.get()


def test_nothing_that_waits_is_said(director: Client, club: Club) -> None:
    assert "Nothing waits for you" in settle_page(director, club)


def test_draft_is_listed_with_what_is_found_and_leads_to_its_correction(director: Client, club: Club) -> None:
    import_text(DRAFT, club=club)
    html = settle_page(director, club)
    assert "1 draft" in words(html)
    assert "marks the king too late" in words(html)
    assert f"/rubbers/{club.rubbers.get().public_id}/correct/" in html


def test_dispute_is_listed_with_who_says_so_and_why(director: Client, club: Club) -> None:
    disputed(club, reason="The <king> was never marked.")
    html = settle_page(director, club)
    assert "1 disputed" in words(html)
    assert "Director disputed it on" in words(html)
    assert "<q>The &lt;king&gt; was never marked.</q>" in html


def test_report_is_listed_with_who_has_still_to_confirm(director: Client, club: Club) -> None:
    reported(club, "Clay", "Dering", by="B")
    assert "Dering reported it; Clay has still to confirm." in words(settle_page(director, club))


def test_conflicts_and_held_texts_are_listed(director: Client, club: Club) -> None:
    conflict, held = conflict_of(club), held_of(club)
    html = settle_page(director, club)
    assert "1 conflict" in words(html)
    assert "1 text to repair" in words(html)
    assert reverse("web:conflict", args=[club.slug, conflict.public_id]) in html
    assert reverse("web:held", args=[club.slug, held.public_id]) in html


def test_member_sees_what_waits_for_his_own_word_and_nothing_else(client: Client, club: Club) -> None:
    reported(club, "Member", "Clay", by="B")
    reported(club, "Member", "Dering", by="A")
    reported(club, "Orford", "Baldwin", by="B")
    import_text(DRAFT, club=club)
    held_of(club)
    client.force_login(user("member"))
    told = words(settle_page(client, club))
    assert "1 to confirm" in told
    assert "Clay reported it; Member has still to confirm." in told
    for other in ("Dering", "Orford", "Eliot", "repair", "draft"):
        assert other not in told


def test_scorer_sees_drafts_but_no_conflicts(client: Client, club: Club) -> None:
    import_text(DRAFT, club=club)
    conflict_of(club)
    client.force_login(user("scorer"))
    told = words(settle_page(client, club))
    assert "1 draft" in told
    assert "conflict" not in told


@pytest.mark.parametrize("number", [1, 3, 500])
def test_page_asks_the_same_whatever_waits(
    director: Client, club: Club, django_assert_num_queries: DjangoAssertNumQueries, number: int
) -> None:
    for place in range(min(number, 3)):
        disputed(club, f"Orford {place}")
    import_text(GOOD, club=club)
    import_text(other_result(GOOD), club=club)
    drafts = [DRAFT.replace("Eliot", f"Eliot {place}") for place in range(number)]
    bad = [UNREADABLE.replace("Clay", f"Clay {place}") for place in range(number)]
    import_text(*drafts, *bad, club=club)
    with django_assert_num_queries(9):
        html = settle_page(director, club)
    assert len(html.encode()) < 80_000


# Conflicts


def conflict_address(club: Club, conflict: Conflict) -> str:
    return reverse("web:conflict", args=[club.slug, conflict.public_id])


def choose(client: Client, address: str, choice: str, reason: str = "By the sheet.") -> str:
    """The page after the choice."""
    form = {**hidden(page(client, address)), "choice": choice, "reason": reason}
    return client.post(address, form, follow=True).content.decode()


def test_conflict_shows_both_contents_and_what_differs(director: Client, club: Club) -> None:
    conflict = conflict_of(club)
    html = page(director, conflict_address(club, conflict))
    told = words(html)
    assert "Result 0–1" in told
    assert "Result 1–0" in told
    assert "It came with the file second.egn" in told
    assert "brought in with the file evening.egn" in told
    assert "differs" in told
    # What is the same in both is counted, and its lines left out but for the nearest.
    assert "lines are the same in both." in told
    assert html.count("[EGN") == 0


def test_stored_content_is_kept(director: Client, club: Club) -> None:
    conflict = conflict_of(club)
    told = choose(director, conflict_address(club, conflict), "stored")
    assert "The conflict is settled." in told
    rubber = club.rubbers.get()
    assert (rubber.state, rubber.games_won_a) == ("confirmed", 0)
    conflict.refresh_from_db()
    assert conflict.resolution == "kept"
    assert "Director kept what was stored" in words(page(director, conflict_address(club, conflict)))


def test_other_content_is_taken_with_the_reason_in_the_log(director: Client, club: Club) -> None:
    conflict = conflict_of(club)
    choose(director, conflict_address(club, conflict), "other", "The sheet was misread.")
    rubber = club.rubbers.get()
    assert (rubber.state, rubber.games_won_a) == ("corrected", 1)
    log = words(page(director, reverse("web:club_log", args=[club.slug])))
    assert "Orford – Baldwin 0–1 corrected to 1–0 by Director (director)." in log
    assert "The sheet was misread." in log


def test_choice_wants_a_reason(director: Client, club: Club) -> None:
    conflict = conflict_of(club)
    told = choose(director, conflict_address(club, conflict), "other", "")
    assert "This field is required." in told
    assert club.rubbers.get().state == "confirmed"


def test_director_who_had_not_seen_the_latest_version_is_told(director: Client, club: Club) -> None:
    conflict = conflict_of(club)
    address = conflict_address(club, conflict)
    form = {**hidden(page(director, address)), "choice": "other", "reason": "By the sheet."}
    dispute_rubber(conflict.rubber, seat="A", act=Act(by=user("owner"), key="1", reason="No."))

    response = director.post(address, form)

    assert response.status_code == 409
    assert "Somebody else has changed this rubber meanwhile." in words(response.content.decode())
    assert club.rubbers.get().state == "disputed"


def test_second_director_is_told_that_it_is_settled(director: Client, club: Club) -> None:
    conflict = conflict_of(club)
    address = conflict_address(club, conflict)
    late = {**hidden(page(director, address)), "choice": "other", "reason": "By the sheet."}
    choose(director, address, "stored")
    response = director.post(address, late)
    assert response.status_code == 409
    assert "Somebody has settled this already." in words(response.content.decode())


def test_cards_of_a_rubber_that_is_being_played_are_not_shown(director: Client, club: Club) -> None:
    conflict = conflict_of(club)
    Rubber.objects.update(state=Rubber.State.LIVE)
    told = words(page(director, conflict_address(club, conflict)))
    assert "The two can be compared when it is over." in told
    assert "Result" not in told


@pytest.mark.parametrize(("is_disputed", "queries"), [(False, 8), (True, 9)])
def test_conflict_takes_few_queries(
    director: Client,
    club: Club,
    django_assert_num_queries: DjangoAssertNumQueries,
    is_disputed: bool,
    queries: int,
) -> None:
    conflict = conflict_of(club)
    if is_disputed:
        dispute_rubber(club.rubbers.get(), seat="A", act=Act(by=user("owner"), key="1", reason="No."))
    with django_assert_num_queries(queries):
        page(director, conflict_address(club, conflict))


# Texts that could not be read


def held_address(club: Club, held: HeldText) -> str:
    return reverse("web:held", args=[club.slug, held.public_id])


def test_held_text_is_shown_with_the_fault_beside_its_line(director: Client, club: Club) -> None:
    html = page(director, held_address(club, held_of(club)))
    lines = dict(re.findall(r'<li id="line-(\d+)"[^>]*>(.*?)</li>', html, re.DOTALL))
    faulty = [line for line in lines.values() if 'class="finding error"' in line]
    assert len(faulty) == 1
    assert "=X9" in faulty[0]
    assert "=X9" in html.partition("<textarea")[2]


def test_checking_stores_nothing(director: Client, club: Club) -> None:
    held = held_of(club)
    text = UNREADABLE.replace("=X9", "=B5")
    response = director.post(held_address(club, held), {"text": text, "do": "check"})
    told = words(response.content.decode())
    assert response.status_code == 200
    assert "Nothing wrong was found." in told
    assert "=B5" in response.content.decode().partition("<textarea")[2]
    assert not club.rubbers.exists()


def test_repaired_text_is_stored_and_waits_no_more(director: Client, club: Club) -> None:
    held = held_of(club)
    text = UNREADABLE.replace("=X9", "=B5").replace("\n", "\r\n")
    response = director.post(held_address(club, held), {"text": text, "do": "store"}, follow=True)
    assert "Clay – Dering is stored and confirmed." in words(response.content.decode())
    assert club.rubbers.get().state == "confirmed"
    assert "Nothing waits for you" in settle_page(director, club)
    assert "A good record took its place" in words(page(director, held_address(club, held)))


def test_text_that_is_still_faulty_is_kept_as_far_as_it_came(director: Client, club: Club) -> None:
    held = held_of(club)
    text = UNREADABLE.replace("=X9", "=Y9")
    response = director.post(held_address(club, held), {"text": text, "do": "store"})
    assert response.status_code == 400
    assert "Your text is kept in the place of the one before" in words(response.content.decode())
    assert "=Y9" in page(director, held_address(club, held)).partition("<textarea")[2]


def test_text_without_a_rubber_stores_nothing(director: Client, club: Club) -> None:
    held = held_of(club)
    response = director.post(held_address(club, held), {"text": "nothing at all", "do": "store"})
    assert response.status_code == 400
    assert "there is no rubber in this text" in words(response.content.decode())
    held.refresh_from_db()
    assert held.text == UNREADABLE


def test_text_is_put_aside_with_a_reason(director: Client, club: Club) -> None:
    held = held_of(club)
    address = reverse("web:dismiss_held", args=[club.slug, held.public_id])
    form = {f"dismiss-{name}": value for name, value in (("key", "1"), ("reason", "A stray page."))}
    assert director.post(address, {**form, "dismiss-reason": ""}).status_code == 400
    told = words(director.post(address, form, follow=True).content.decode())
    assert "The text is put aside." in told
    assert "Nothing waits for you" in told
    assert LogEntry.objects.get(kind="club.text_dismissed").reason == "A stray page."
    assert "Put aside by Director" in words(page(director, held_address(club, held)))


def test_text_that_is_put_aside_is_not_stored_after_all(director: Client, club: Club) -> None:
    held = held_of(club)
    address = reverse("web:dismiss_held", args=[club.slug, held.public_id])
    director.post(address, {"dismiss-key": "1", "dismiss-reason": "A stray page."})
    text = UNREADABLE.replace("=X9", "=B5")
    response = director.post(held_address(club, held), {"text": text, "do": "store"})
    assert response.status_code == 409
    assert not club.rubbers.exists()


def test_reports_and_players_are_untouched_by_looking(director: Client, club: Club) -> None:
    conflict, held = conflict_of(club), held_of(club)
    before = ImportReport.objects.count(), Player.objects.count(), LogEntry.objects.count()
    for address in (conflict_address(club, conflict), held_address(club, held)):
        page(director, address)
    assert before == (ImportReport.objects.count(), Player.objects.count(), LogEntry.objects.count())
