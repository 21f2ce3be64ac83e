"""Gunicorn waits for nobody once it has sent a response."""

from __future__ import annotations

import socket

from ecarte_site.watching.gunicorn import post_request


def test_reader_who_has_not_closed_the_connection_is_not_waited_for() -> None:
    server, reader = socket.socketpair()
    with server, reader:
        server.sendall(b"the response")
        post_request(None, None, {"gunicorn.socket": server}, None)
        server.settimeout(30)
        # As gunicorn reads when it closes the connection, in the loop that accepts others.
        assert server.recv(10) == b""
        assert reader.recv(20) == b"the response"


def test_connection_that_the_client_has_broken_off_is_no_error() -> None:
    server, reader = socket.socketpair()
    server.close()
    with reader:
        post_request(None, None, {"gunicorn.socket": server}, None)
    post_request(None, None, {}, None)
