"""The reference shows the whole document to everyone, in pages of a limited size."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from matches.api.core.openapi import document_in
from matches.pages.reference.openapi_pages import parts

pytestmark = pytest.mark.django_db

MOST_BYTES = 20_000


def page(name: str, *args: str) -> str:
    response = Client().get(reverse(name, args=args), headers={"Accept-Encoding": "gzip"})
    assert response.status_code == 200
    assert len(response.content) <= MOST_BYTES, (args, len(response.content))
    return Client().get(reverse(name, args=args)).content.decode()


def test_index_leads_to_every_part() -> None:
    html = page("web:reference")
    for name in parts():
        assert reverse("web:reference_part", args=[name]) in html


def test_every_operation_is_on_one_page() -> None:
    operations = []
    for name, part in parts().items():
        text = page("web:reference_part", name)
        operations += re.findall(r'<section class="call" id="(\w+)"', text)
        for operation in part["operations"]:
            assert f"<code>{operation['path']}</code>" in text
            assert operation["errors"]
            assert all(codes for _status, codes in operation["errors"])
    described = [
        each["operationId"] for methods in document_in("en")["paths"].values() for each in methods.values()
    ]
    assert sorted(operations) == sorted(described)


def test_every_linked_shape_is_on_the_page_of_shapes() -> None:
    for name in parts():
        shapes = page("web:reference_shapes", name)
        known = set(re.findall(r'<section class="call" id="(\w+)"', shapes))
        linked = set(re.findall(r'href="[^"#]*shapes/#(\w+)"', page("web:reference_part", name)))
        within = set(re.findall(r'href="#(\w+)"', shapes)) - {"content"}
        assert (linked | within) - known == set(), name


def test_defaults_are_told_as_they_are_sent() -> None:
    shapes = page("web:reference_shapes", "rubbers")
    assert "else &quot;&quot;" in shapes
    assert "else false" in shapes
    assert not re.search(r"else\s*(<|,)", shapes)


def test_frame_is_french_and_the_document_is_marked_as_english() -> None:
    response = Client(headers={"Accept-Language": "fr"}).get(reverse("web:reference_part", args=["rubbers"]))
    text = response.content.decode()
    assert '<html lang="fr">' in text
    assert '<section class="call" id="list_rubbers" lang="en">' in text


def test_there_is_no_other_part() -> None:
    assert Client().get("/reference/nonsense/").status_code == 404
    assert Client().get("/reference/nonsense/shapes/").status_code == 404


def test_who_has_a_page_is_told_that_it_is_the_same() -> None:
    reader, address = Client(), reverse("web:reference_part", args=["laws"])
    tag = reader.get(address).headers["ETag"]
    again = reader.get(address, headers={"If-None-Match": tag})
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)
    assert reader.get(address, headers={"If-None-Match": tag, "Accept-Language": "fr"}).status_code == 200


def test_a_page_whose_form_would_be_refused_is_sent_anew() -> None:
    reader, address = Client(), reverse("web:reference")
    tag = reader.get(address).headers["ETag"]
    del reader.cookies["csrftoken"]
    assert reader.get(address, headers={"If-None-Match": tag}).status_code == 200


def test_marks_of_markdown_are_not_shown(client: Client) -> None:
    page = client.get("/reference/webhooks/").content.decode()
    assert "Send a message of the kind “ping”" in page
    assert "`" not in page
