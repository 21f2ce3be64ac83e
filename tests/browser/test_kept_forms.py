"""A form fills in again what was typed before the session ended, for the same account alone."""

from __future__ import annotations

import re
from typing import cast

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from matches.models import Club, Player, Rubber, User
from matches.rubbers.open_event import open_event_by_hand
from tests.browser.looking import OpenPage, axe_faults, is_told, width_faults
from tests.matches.pages.events.desk.pages import address, released
from tests.matches.pages.exchange.club import user
from tests.matches.pages.rubbers.entry.people import People, at, opened

pytestmark = pytest.mark.e2e

PASSWORD = "a long password 1"
TEXT = """[EGN "1"]
[Event "Spring Cup"]
[A "Orford"]
[B "Baldwin"]

{Played by candlelight: é, “quotes”, 李}
Game 1 #5-3
Game 2 #5-2
##2-0
"""
KEPT = "Object.keys(sessionStorage).filter((key) => key.startsWith('kept:'))"


@pytest.fixture
def people(people: People) -> People:
    for each in people.users.values():
        each.set_password(PASSWORD)
        each.save(update_fields=["password"])
    return people


SCRIPT_RAN = """async () => {
  if (!sessionStorage.length && !document.querySelector("[data-keep]")) return true;
  const refusal = document.querySelector("script[data-kept]");
  if (refusal) return Boolean(await import(refusal.src));
  const loader = document.querySelector("script[src*='/web/keep.']");
  if (!loader) return false;
  const [, path] = (await (await fetch(loader.src)).text()).match(/import\\("(.*?)"\\)/);
  return Boolean(await import(new URL(path, loader.src)));
}"""
"""Whether the page's script that keeps forms has run, or has nothing to do."""


def wait_for_script(page: Page) -> None:
    """Wait until the script that keeps forms has run: no person types within its first tenth of a second."""
    for _look in range(200):
        if page.evaluate(SCRIPT_RAN):
            return
        page.wait_for_timeout(50)
    raise AssertionError("the script that keeps forms has not run")


def sign_in(page: Page, people: People, who: str) -> None:
    page.get_by_label("E-mail address").fill(people.users[who].email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()


def end_session(page: Page) -> None:
    page.context.clear_cookies(name="sessionid")


def fill_in_result(page: Page, people: People) -> None:
    page.goto(at("enter_result", people.club.slug))
    wait_for_script(page)
    fields = {"a": "Orford", "b": "Baldwin", "event": "Spring Cup", "date": "2026-11-14"}
    for name, value in {**fields, "round": "Demi-finale", "games_won_0": "2", "games_won_1": "0"}.items():
        page.locator(f"[name={name}]").fill(value)
    page.locator("[name=best_of]").select_option("5")
    page.locator("[name=termination_said][value=retired]").check()
    page.locator("[name=winner][value=A]").check()


def values(page: Page) -> list[list[str]]:
    """Return name and value of all that the kept form of the page would send, but for its keys and tokens."""
    pairs = page.evaluate(
        "() => [...new FormData(document.querySelector('form[data-keep]'))]"
        ".filter(([name]) => !/csrf|^key$|^pad$/.test(name)).map(([name, value]) => [name, String(value)])"
    )
    return cast(list[list[str]], pairs)


def has_kept(page: Page, number: int) -> None:
    """Check that this many forms are kept in the tab, now or soon."""
    for _look in range(100):
        if len(page.evaluate(KEPT)) == number:
            return
        page.wait_for_timeout(50)
    assert len(page.evaluate(KEPT)) == number


def test_signed_out_scorer_loses_no_letter(open_page: OpenPage, people: People) -> None:
    open_event_by_hand(people.club, "Spring Cup", act=people.act())
    page = open_page(people.users["Scorer"]).page
    fill_in_result(page, people)
    typed = values(page)
    assert ["round", "Demi-finale"] in typed
    end_session(page)
    page.get_by_role("button", name="Save the result").click()
    is_told(page, "You are not signed in")
    is_told(page, "it is filled in again")
    is_told(page, "Demi-finale")
    assert axe_faults(page) == []
    assert width_faults(page) == []
    page.get_by_role("link", name="Sign in and go on").click()
    sign_in(page, people, "Scorer")
    is_told(page, "What you typed is filled in again.")
    assert values(page) == typed
    assert axe_faults(page) == []
    page.get_by_role("button", name="Save the result").click()
    is_told(page, "The rubber is stored")
    assert Rubber.objects.get().round_label == "Demi-finale"
    has_kept(page, 0)
    page.goto(at("enter_result", people.club.slug))
    expect(page.locator("[name=round]")).to_have_value("")


@pytest.mark.parametrize("who", ["Scorer", "Baldwin"])
def test_pasted_record_of_a_members_only_club_comes_back(
    open_page: OpenPage, people: People, who: str
) -> None:
    people.club.is_public = False
    people.club.save(update_fields=["is_public"])
    page = open_page(people.users[who]).page
    page.goto(at("enter_egn", people.club.slug))
    wait_for_script(page)
    page.locator("[name=text]").fill(TEXT)
    end_session(page)
    page.get_by_role("button", name="Check").click()
    is_told(page, "You are not signed in")
    is_told(page, "it is filled in again")
    page.get_by_role("link", name="Sign in and go on").click()
    sign_in(page, people, who)
    expect(page.locator("[name=text]")).to_have_value(TEXT)


def test_list_of_names_comes_back_where_the_form_has_another_address(
    open_page: OpenPage, people: People
) -> None:
    page = open_page(people.users["Owner"]).page
    page.goto(at("members", people.club.slug))
    page.get_by_text("Add players").first.click()
    expect(page).to_have_url(re.compile("/members/add/"))
    wait_for_script(page)
    page.get_by_label("Names").fill("Pole\nVane")
    end_session(page)
    page.get_by_role("button", name="Add").first.click()
    is_told(page, "it is filled in again")
    page.get_by_role("link", name="Sign in and go on").click()
    sign_in(page, people, "Owner")
    expect(page).to_have_url(re.compile(at("members", people.club.slug)))
    expect(page.locator("[name=names]")).to_have_value("Pole\nVane")
    assert not Player.objects.filter(name="Pole").exists()


def test_expired_form_comes_back(open_page: OpenPage, people: People) -> None:
    page = open_page(people.users["Scorer"]).page
    fill_in_result(page, people)
    typed = values(page)
    page.evaluate(
        "document.querySelector('form[data-keep] [name=csrfmiddlewaretoken]').value = 'x'.repeat(64)"
    )
    page.get_by_role("button", name="Save the result").click()
    is_told(page, "This form has expired")
    is_told(page, "Demi-finale")
    page.get_by_role("link", name="Open the form again").click()
    is_told(page, "What you typed is filled in again.")
    assert values(page) == typed


def test_another_account_sees_nothing(open_page: OpenPage, people: People) -> None:
    page = open_page(people.users["Scorer"]).page
    fill_in_result(page, people)
    end_session(page)
    page.get_by_role("button", name="Save the result").click()
    page.get_by_role("link", name="Sign in and go on").click()
    sign_in(page, people, "Director")
    expect(page.locator("[name=round]")).to_have_value("")
    expect(page.get_by_text("filled in again")).to_have_count(0)
    has_kept(page, 0)


def test_signing_out_deletes_in_every_tab(open_page: OpenPage, people: People) -> None:
    page = open_page(people.users["Scorer"]).page
    fill_in_result(page, people)
    other = page.context.new_page()
    other.goto(at("enter_egn", people.club.slug))
    other.get_by_label("Text").fill(TEXT)
    has_kept(other, 1)
    has_kept(page, 1)
    page.get_by_text("Account", exact=True).click()
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/")
    has_kept(page, 0)
    has_kept(other, 0)


def test_hour_later_it_is_gone(open_page: OpenPage, people: People) -> None:
    page = open_page(people.users["Scorer"]).page
    page.clock.install()
    fill_in_result(page, people)
    page.clock.run_for(1_000)
    assert len(page.evaluate(KEPT)) == 1
    page.clock.run_for(61 * 60_000)
    has_kept(page, 0)


def test_form_that_was_stored_or_left_starts_empty(open_page: OpenPage, people: People) -> None:
    page = open_page(people.users["Scorer"]).page
    fill_in_result(page, people)
    page.get_by_role("link", name="Cancel").click()
    page.goto(at("enter_result", people.club.slug))
    expect(page.locator("[name=round]")).to_have_value("")


def test_passwords_and_files_are_not_kept(open_page: OpenPage, people: People) -> None:
    page = open_page(people.users["Scorer"]).page
    page.goto(at("enter_egn", people.club.slug))
    wait_for_script(page)
    page.locator("[name=text]").fill("x")
    page.locator("[type=file]").set_input_files(
        {"name": "secret.egn", "mimeType": "text/plain", "buffer": b"y"}
    )
    has_kept(page, 1)
    kept = page.evaluate(f"sessionStorage.getItem({KEPT}[0])")
    assert '"text"' in kept
    assert "csrf" not in kept
    assert "secret.egn" not in kept


def test_without_a_script_the_answer_shows_the_fields_again(
    plain_context: BrowserContext, people: People
) -> None:
    page = plain_context.new_page()
    page.goto(at("enter_egn", people.club.slug))
    sign_in(page, people, "Scorer")
    page.locator("[name=text]").fill(TEXT)
    end_session(page)
    page.get_by_role("button", name="Check").click()
    is_told(page, "You are not signed in")
    expect(page.get_by_label("Text", exact=True)).to_have_value(TEXT)
    page.get_by_role("link", name="Sign in and go on").click()
    sign_in(page, people, "Scorer")
    expect(page).to_have_url(re.compile(at("enter_egn", people.club.slug)))


def typed_again(page: Page, person: User, button: str) -> None:
    """Send the form of the page without a session, sign in again, and check that the form is as it was."""
    person.set_password(PASSWORD)
    person.save(update_fields=["password"])
    end_session(page)
    typed = values(page)
    page.get_by_role("button", name=button, exact=True).click()
    is_told(page, "You are not signed in")
    is_told(page, "it is filled in again")
    page.get_by_role("link", name="Sign in and go on").click()
    page.get_by_label("E-mail address").fill(person.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    is_told(page, "What you typed is filled in again.")
    assert values(page) == typed


def test_whole_round_comes_back(open_page: OpenPage, club: Club) -> None:
    director = user("director")
    page = open_page(director).page
    page.goto(f"{address(released(club), 'event_results', 1, 1)}?text=1")
    for number, line in enumerate(page.locator("#pairings input[form=results]").all()):
        line.fill(f"5-{number} 5-2")
    page.locator("[name=reason]").fill("as the sheets say")
    assert len(page.locator("#pairings input[form=results]").all()) == 3
    typed_again(page, director, "Save the results")


def test_settings_and_a_new_tournament_come_back(open_page: OpenPage, club: Club) -> None:
    owner = user("owner")
    page = open_page(owner, width=1280, height=900).page
    page.goto(f"/clubs/{club.slug}/settings/")
    page.locator("[name=name]").fill("Portland Écarté Club")
    page.locator("[name=currency]").fill("EUR")
    typed_again(page, owner, "Save")
    page.goto(at("event_setup", club.slug))
    wait_for_script(page)
    page.locator("[name=name]").fill("Spring Cup")
    page.locator("[name=names]").fill("Ann\nBen\nCy")
    end_session(page)
    typed = values(page)
    page.goto(at("event_setup", club.slug))
    wait_for_script(page)
    page.get_by_label("E-mail address").fill(owner.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    is_told(page, "What you typed is filled in again.")
    assert values(page) == typed


def test_pad_is_not_disturbed(open_page: OpenPage, people: People) -> None:
    """The pad keeps its own: no form of it is kept here, and signing out leaves what waits on the phone."""
    page = open_page(people.users["Scorer"]).page
    page.goto(at("pad", opened(people).public_id))
    page.evaluate("localStorage.setItem('sitting:x', '[]')")
    assert page.locator("script[data-account]").count() == 0
    page.goto(at("enter_result", people.club.slug))
    page.get_by_text("Account", exact=True).click()
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/")
    assert page.evaluate("localStorage.getItem('sitting:x')") == "[]"
    assert "pad" in str(page.evaluate("async () => (await indexedDB.databases()).map(({name}) => name)"))
