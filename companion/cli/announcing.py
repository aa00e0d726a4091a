"""The server's name in the local network (mDNS): `companion.local`, if the extra `zeroconf` is installed.

This is only a convenience: without the package, or when the network or the package fails, nothing is reported.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from companion.cli.addresses import web_address

NAME = "companion"
KIND = "_http._tcp.local."
_log = logging.getLogger(__name__)


@contextmanager
def announced(found: list[str], port: int) -> Iterator[str]:
    """Announce the server at these addresses while the block runs. Yields its URL by name, or "" if it has none."""
    service = _announce(_numbers(found), port)
    try:
        yield web_address(f"{NAME}.local", port) if service else ""
    finally:
        if service:
            _quietly(service.close)


def _numbers(found: list[str]) -> list[str]:
    """The addresses of this computer in the addresses of its pages; names have no place here."""
    hosts = [urlsplit(address).hostname or "" for address in found]
    return [host for host in hosts if _is_number(host)]


def _is_number(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _announce(numbers: list[str], port: int) -> Any:
    """The running announcement, or None; the package may not be there."""
    if not numbers:
        return None
    try:
        from zeroconf import ServiceInfo, Zeroconf
    except ImportError:
        return None
    service = None
    try:
        service = Zeroconf()
        info = ServiceInfo(
            KIND, f"{NAME}.{KIND}", parsed_addresses=numbers, port=port, server=f"{NAME}.local.",
            properties={"path": "/"},
        )  # fmt: skip
        service.register_service(info, allow_name_change=True)
    except Exception:  # whatever a network does to it, the server is reached by its number all the same
        _log.info("The name %s.local could not be announced.", NAME, exc_info=True)
        if service is not None:
            _quietly(service.close)
        return None
    return service


def _quietly(act: Callable[[], object]) -> None:
    try:
        act()
    except Exception:
        _log.info("The announcement did not end well.", exc_info=True)
