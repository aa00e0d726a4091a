"""Links for other phones: in QR codes, and to read out at the table."""

from __future__ import annotations

import hmac
from base64 import b64encode
from collections.abc import Hashable
from typing import Any
from urllib.parse import urljoin, urlsplit

from flask import request, url_for

from companion.web.app.services import services
from companion.web.serving.limits import is_loopback
from companion.web.serving.security import host_name


def phone_link(endpoint: str, **values: Any) -> str:
    """A URL of an endpoint that other phones can open.

    It has the host of this request, unless that is localhost because the host's browser runs on the server: then the
    first address of the server in its network is used.
    """
    addresses = services().config.addresses
    if addresses and is_this_computer(request.host):
        return urljoin(addresses[0], url_for(endpoint, **values))
    return url_for(endpoint, _external=True, **values)


class Addresses:
    """`url_for` for play. A URL without a host is always the same for the same arguments, so it is cached."""

    def __init__(self, most: int = 5000) -> None:
        self._most = most
        self._known: dict[Hashable, str] = {}

    def __call__(self, endpoint: str, **values: Any) -> str:
        """The address of a view with these values."""
        if endpoint.startswith(".") or any(name.startswith("_") for name in values):
            return url_for(endpoint, **values)
        key = (request.root_path, endpoint, *((name, value, type(value)) for name, value in values.items()))
        try:
            known = self._known.get(key)
        except TypeError:  # a list among the values
            return url_for(endpoint, **values)
        if known is None:
            if len(self._known) >= self._most:
                self._known = {}
            known = self._known[key] = url_for(endpoint, **values)
        return known


address_of = Addresses()
"""For all applications: their views have the same addresses."""


def phone_address() -> str:
    """The start page of this server as other phones reach it; "" when only this computer can."""
    address = phone_link("start.start")
    return "" if is_this_computer(urlsplit(address).netloc) else address


def is_this_computer(host: str) -> bool:
    """Whether a Host header names the computer itself (localhost), which no phone can use."""
    name = host_name(host)
    return name == "localhost" or is_loopback(name)


def invite_link(code: str, **values: Any) -> str:
    """The URL in the QR code of a match. It carries a mark, so that whoever scans it is not slowed down by other
    people's guesses of codes.
    """
    return phone_link("join.join", code=code, **values, k=invitation(code))


def invitation(code: str) -> str:
    """The mark of a join link made by this server. It grants nothing; it only shows that the code was not guessed."""
    return b64encode(hmac.digest(services().store.secret, b"join:" + code.encode(), "sha256")[:9], b"-_").decode()
