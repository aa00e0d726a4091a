"""Finding the addresses of this computer in the local network, and a free port."""

from __future__ import annotations

import ipaddress
import socket
import sys
from collections.abc import Iterable

import ifaddr

_INNER = ("docker", "br-", "veth", "virbr", "lxc", "podman")  # bridges to programs on this computer, not to phones
_TRIES = 20
_EVERYWHERE = ("0.0.0.0", "::", "")


def lan_addresses() -> list[str]:
    """IPv4 addresses of this computer that phones can reach, most likely first; empty without a network."""
    return useful([*_outgoing(), *_by_interface(), *_by_name()])


def useful(found: Iterable[str]) -> list[str]:
    """Addresses without duplicates, loopback addresses and those that cannot be reached."""
    known = [ipaddress.ip_address(address) for address in dict.fromkeys(found)]
    return [str(one) for one in known if not (one.is_loopback or one.is_link_local or one.is_unspecified)]


def web_address(host: str, port: int) -> str:
    """The URL of a server on a host and port."""
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}/" if port == 80 else f"http://{name}:{port}/"


def addresses(host: str, port: int) -> list[str]:
    """The URLs under which phones reach a server that listens on `host`, most likely first."""
    if host in _EVERYWHERE:
        return [web_address(one, port) for one in lan_addresses()]
    return [] if host in ("localhost", "127.0.0.1", "::1") else [web_address(host, port)]


def free_port(host: str, first: int) -> int:
    """The first free port from `first` on; 0 if none is free nearby."""
    return next((port for port in range(first, first + _TRIES) if is_free(host, port)), 0)


def is_free(host: str, port: int) -> bool:
    """Whether a server could listen on this host and port. Raises OSError when the host is not of this computer."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        if sys.platform != "win32":  # there it would let two servers share a port
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if isinstance(error, socket.gaierror) or error.errno in (99, 10049):  # no such address here
                raise
            return False
    return True


def _outgoing() -> list[str]:
    """The address used towards the world; asking for the way sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return [probe.getsockname()[0]]
        except OSError:
            return []


def _by_interface() -> list[str]:
    """The IPv4 addresses of every network interface."""
    found = [one for one in ifaddr.get_adapters() if not one.nice_name.startswith(_INNER)]
    return [str(address.ip) for adapter in found for address in adapter.ips if address.is_IPv4]


def _by_name() -> list[str]:
    """The addresses this computer's name stands for."""
    try:
        return [str(found[4][0]) for found in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    except OSError:
        return []
