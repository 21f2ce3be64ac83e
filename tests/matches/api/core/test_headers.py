"""ETags, conditional requests and repeated requests."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory
from django.urls import resolve

from matches.models import Club, Conflict, LogEntry, Player, Rubber, User
from matches.rubbers.text import named_text
from tests.factories.clubs import make_club
from tests.matches.api.calling import CORRECT, Caller, guests, opening, path_of, problem, result, token_for
from tests.matches.common.together import at_once
from tests.matches.pages.records import import_text, make_member, text

pytestmark = [pytest.mark.django_db, pytest.mark.core]


class TestTags:
    def singles(self, rubber: Rubber) -> list[str]:
        own = [path_of(rubber), path_of(rubber, "games/1"), path_of(rubber, "games/1/deals/1")]
        egn, event = f"rubbers/{rubber.public_id}.egn", f"events/{rubber.event.public_id}/"
        return [*own, egn, event, path_of(rubber.club), path_of(rubber.player_a)]

    def test_what_is_known_already_is_not_sent_again(self, anybody: Caller, rubber: Rubber) -> None:
        for path in self.singles(rubber):
            tag = anybody.tag(path)
            assert not tag.startswith("W/")
            for known in (tag, f'"other", W/{tag}', "*"):
                answer = anybody.get(path, If_None_Match=known)
                assert (answer.status_code, answer.content, answer.headers["ETag"]) == (304, b"", tag), path
            assert anybody.get(path, If_None_Match='"other"').status_code == 200

    def test_nothing_is_sent_behind_the_tag(self, anybody: Caller, rubber: Rubber) -> None:
        # Django's client removes the headers that a 304 may not have; these responses are as the server gets them.
        for path in self.singles(rubber):
            address = f"/api/v1/{path}"
            request = RequestFactory().get(address, headers={"If-None-Match": anybody.tag(path)})
            match = resolve(address)
            request.resolver_match = match
            request.user = AnonymousUser()
            answer = match.func(request, *match.args, **match.kwargs).render()
            assert (answer.status_code, answer.content) == (304, b""), path

    def test_page_of_a_list_has_a_tag_of_all_that_it_shows(self, anybody: Caller, rubber: Rubber) -> None:
        lists = [f"{path_of(rubber.club)}players/", f"{path_of(rubber.club)}ratings/", "rubbers/?fields=id"]
        tags = [anybody.tag(path) for path in lists]
        for path, tag in zip(lists, tags, strict=True):
            answer = anybody.get(path, If_None_Match=tag)
            assert (answer.status_code, answer.content, answer.headers["ETag"]) == (304, b"", tag), path
        import_text(rubber.club, text("Carnac", "Deschamps"))
        anew = [anybody.get(path, If_None_Match=tag) for path, tag in zip(lists, tags, strict=True)]
        # The change is above the rating's rows, which marks them stale.
        assert [answer.status_code for answer in anew] == [200, 200, 200]

    def test_another_name_is_another_tag_and_the_same_version(self, api: Caller, rubber: Rubber) -> None:
        path = path_of(rubber)
        before = api.tag(path)
        Player.objects.filter(pk=rubber.player_a_id).update(name="Boiteau of Lyons")
        assert api.tag(path) != before
        assert api.post(f"{path}dispute/", {"reason": "Look."}, If_Match=before).status_code == 200

    def test_answers_are_private_and_asked_about_again(self, anybody: Caller, rubber: Rubber) -> None:
        answer = anybody.get(path_of(rubber))
        assert answer.headers["Cache-Control"] == "private, no-cache"
        assert {"Authorization", "Cookie", "Accept"} <= set(answer.headers["Vary"].split(", "))
        assert "Access-Control-Allow-Origin" not in answer.headers


class TestIfMatch:
    def changes(self, rubber: Rubber) -> list[tuple[str, str, str, dict[str, Any]]]:
        reason = {"reason": "A slip."}
        return [
            ("patch", path_of(rubber.club), path_of(rubber.club), {"currency": "CHF"}),
            ("post", path_of(rubber), path_of(rubber, "correct"), {"egn": CORRECT, **reason}),
            ("post", path_of(rubber), path_of(rubber, "dispute"), reason),
            ("post", path_of(rubber), path_of(rubber, "confirm"), {}),
            ("post", path_of(rubber), path_of(rubber, "void"), reason),
            ("patch", path_of(rubber.player_a), path_of(rubber.player_a), {"name": "Boiteau of Lyons"}),
        ]

    def test_is_needed_and_has_to_hold(self, api: Caller, rubber: Rubber) -> None:
        for method, resource, path, body in self.changes(rubber):
            send = getattr(api, method)
            problem(send(path, body), 428, "if_match_missing")
            tag = api.tag(resource)
            changed = (f"w/{tag}", f"W/W/{tag}", f'{tag[:-1]}-deflate"', f'{tag[:-1]}-gzip-br"', tag.upper())
            for stale in ('"other"', "other", *changed):
                problem(send(path, body, If_Match=stale), 412, "changed_meanwhile")
            # A server in front that compresses adds these marks.
            start, end = [("", ""), ("W/", ""), ("", "-gzip"), ("", "-zstd"), ("W/", "-br")][len(path) % 5]
            answer = send(path, body, If_Match=f'{start}{tag[:-1]}{end}"')
            assert answer.status_code == 200, answer.content
            assert answer.headers["ETag"] == api.tag(resource), path

    def test_is_needed_for_deals_and_the_end(self, api: Caller, club: Club) -> None:
        a, b = guests(club)
        live = path_of(Rubber.objects.get(public_id=api.post("rubbers/", opening(club, a, b)).json()["id"]))
        for path, body in (("deals/", {"egn": "A S =A5"}), ("close/", {})):
            problem(api.post(live + path, body), 428, "if_match_missing")
        problem(api.delete(f"{live}deals/last/"), 428, "if_match_missing")
        seen = api.tag(live)
        assert api.post(f"{live}deals/", {"egn": "A S =A5"}, If_Match=seen).status_code == 201
        problem(api.post(f"{live}deals/", {"egn": "A S =A5"}, If_Match=seen), 412, "changed_meanwhile")
        problem(api.delete(f"{live}deals/last/", If_Match=seen), 412, "changed_meanwhile")
        problem(api.post(f"{live}close/", {}, If_Match=seen), 412, "changed_meanwhile")

    def test_event_is_renamed_on_what_was_read(self, api: Caller, club: Club) -> None:
        made = api.post(f"{path_of(club)}events/", {"name": "Cup"})
        path = made.headers["Location"]
        problem(api.patch(path, {"name": "Spring Cup"}), 428, "if_match_missing")
        seen = made.headers["ETag"]
        assert api.patch(path, {"name": "Spring Cup"}, If_Match=seen).json()["name"] == "Spring Cup"
        problem(api.patch(path, {"name": "Autumn Cup"}, If_Match=seen), 412, "changed_meanwhile")

    def test_tag_of_another_rubber_does_not_hold(self, api: Caller, rubber: Rubber) -> None:
        (other,) = import_text(rubber.club, text("Clay", "Pettes"))
        answer = api.post(path_of(rubber, "dispute"), {"reason": "Look."}, If_Match=api.tag(path_of(other)))
        problem(answer, 412, "changed_meanwhile")

    def test_star_is_whatever_there_is(self, api: Caller, rubber: Rubber) -> None:
        path = path_of(rubber, "dispute")
        assert api.post(path, {"reason": "Look."}, If_Match="*").status_code == 200


class TestIdempotencyKey:
    def test_same_request_is_done_once(self, api: Caller, club: Club) -> None:
        a, b = guests(club)
        cases: list[tuple[str, dict[str, Any]]] = [
            ("clubs/", {"name": "Garrick"}),
            (f"{path_of(club)}players/", {"name": "Cleo"}),
            (f"{path_of(club)}events/", {"name": "Cup"}),
            ("rubbers/", result(club, a, b)),
        ]
        for number, (path, body) in enumerate(cases):
            first, second = (api.post(path, body, Idempotency_Key=f"k{number}") for _ in range(2))
            assert (first.status_code, second.status_code) == (201, 201)
            assert first.json() == second.json()
            for header in ("Location", "ETag"):
                assert first.headers[header] == second.headers[header]
            assert "Idempotency-Replayed" not in first.headers
            assert second.headers["Idempotency-Replayed"] == "true"
        assert Club.objects.count() == 2
        assert (Rubber.objects.count(), Player.objects.filter(name="Cleo").count()) == (1, 1)

    def test_changes_are_done_once_whatever_came_between(self, api: Caller, rubber: Rubber) -> None:
        path = path_of(rubber)
        seen = api.tag(path)
        body = {"reason": "Look."}
        answers = [api.post(f"{path}dispute/", body, If_Match=seen, Idempotency_Key="k") for _ in range(2)]
        assert [answer.status_code for answer in answers] == [200, 200]
        assert answers[0].json() == answers[1].json()
        assert api.get(path).json()["version"] == 2

    def test_key_belongs_to_one_request(self, api: Caller, club: Club) -> None:
        path = f"{path_of(club)}players/"
        api.post(path, {"name": "Ann"}, Idempotency_Key="k")
        problem(api.post(path, {"name": "Bob"}, Idempotency_Key="k"), 422, "key_reused")
        problem(api.post(f"{path_of(club)}events/", {"name": "Ann"}, Idempotency_Key="k"), 422, "key_reused")

    def test_keys_of_two_people_are_two(self, api: Caller, club: Club) -> None:
        other = Caller(token_for(make_member(club, "scorer@example.org", role="scorer")))
        a, b = guests(club)
        made = [
            caller.post("rubbers/", result(club, a, b, is_another=True), Idempotency_Key="k")
            for caller in (api, other)
        ]
        assert len({answer.json()["id"] for answer in made}) == 2

    def test_request_that_failed_leaves_its_key_free(self, api: Caller, club: Club) -> None:
        path = f"{path_of(club)}players/"
        problem(api.post(path, {"name": ""}, Idempotency_Key="k"), 422, "invalid")
        guests(club, "Ann")
        problem(api.post(path, {"name": "Ann"}, Idempotency_Key="k"), 409, "name_taken")
        assert api.post(path, {"name": "Bob"}, Idempotency_Key="k").status_code == 201

    @pytest.mark.parametrize("key", ["x" * 101, "é", "a\tb"])
    def test_key_has_a_form(self, api: Caller, club: Club, key: str) -> None:
        path = f"{path_of(club)}players/"
        problem(api.post(path, {"name": "Ann"}, Idempotency_Key=key), 400, "bad_request")

    def test_without_a_key_each_is_one_more(self, api: Caller, club: Club) -> None:
        a, b = guests(club)
        for _ in range(2):
            assert api.post("rubbers/", result(club, a, b, is_another=True)).status_code == 201
        assert Rubber.objects.count() == 2


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    @pytest.fixture
    def people(self, transactional_db: None) -> tuple[Club, User]:
        club = make_club()
        return club, make_member(club, "owner@example.org", role="owner")

    def test_one_entry_of_the_same_request(self, people: tuple[Club, User]) -> None:
        club, owner = people
        secret = token_for(owner)
        body = result(club, *guests(club))

        def send() -> Any:
            return Caller(secret).post("rubbers/", body, Idempotency_Key="k")

        answers = at_once(send, send, send)
        assert [answer.status_code for answer in answers] == [201, 201, 201]
        assert len({answer.json()["id"] for answer in answers}) == 1
        assert Rubber.objects.count() == 1
        assert LogEntry.objects.filter(kind="rubber.entered").count() == 1

    def test_one_of_two_corrections_and_nothing_lost(self, people: tuple[Club, User]) -> None:
        club, owner = people
        director = make_member(club, "director@example.org", role="director")
        (rubber,) = import_text(club, text())
        path = path_of(rubber)
        seen = Caller().tag(path)
        marks = "1. A S =B5 (0-2)\n2. B S =B5 (0-4)\n3. A S =B3 (0-5)"
        records = (CORRECT, text(deals=marks))

        def send(user: User, egn: str) -> Any:
            secret = token_for(user)
            body = {"egn": egn, "reason": "As I saw it."}
            return lambda: Caller(secret).post(f"{path}correct/", body, If_Match=seen)

        answers = at_once(send(owner, records[0]), send(director, records[1]))
        by_status = {answer.status_code: answer.json() for answer in answers}
        assert sorted(by_status) == [200, 412]
        rubber.refresh_from_db()
        late = Conflict.objects.get(public_id=by_status[412]["conflict"])
        assert (rubber.version, rubber.state) == (2, by_status[200]["state"])
        kept = {named_text(egn, ("Boiteau", "Walker")) for egn in (rubber.egn, late.egn)}
        assert {egn.replace('[Club "Portland"]\n', "") for egn in kept} == set(records)

    def test_one_of_two_settings(self, people: tuple[Club, User]) -> None:
        club, owner = people
        secret = token_for(owner)
        seen = Caller().tag(path_of(club))

        def send(currency: str) -> Any:
            return lambda: Caller(secret).patch(path_of(club), {"currency": currency}, If_Match=seen)

        answers = at_once(send("CHF"), send("GBP"))
        assert sorted(answer.status_code for answer in answers) == [200, 412]
        club.refresh_from_db()
        assert [club.currency] == [
            answer.json()["currency"] for answer in answers if answer.status_code == 200
        ]
