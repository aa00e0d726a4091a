"""The server's name in the local network: announced while it runs, and never in the way."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import pytest

from companion.cli.announcing import announced

FOUND = ["http://192.168.1.5:8765/", "http://10.0.0.3:8765/"]


class Network:
    """Stands for the package and remembers what it was told."""

    def __init__(self, trouble: str = "") -> None:
        self.trouble = trouble
        self.said: list[dict[str, Any]] = []
        self.closed = 0

    def ServiceInfo(self, kind: str, name: str, **more: Any) -> dict[str, Any]:  # noqa: N802
        return {"kind": kind, "name": name, **more}

    def Zeroconf(self) -> Network:  # noqa: N802
        if self.trouble == "begin":
            raise OSError("no network")
        return self

    def register_service(self, info: dict[str, Any], allow_name_change: bool) -> None:
        if self.trouble == "register":
            raise RuntimeError("the name is taken")
        assert allow_name_change
        self.said.append(info)

    def close(self) -> None:
        self.closed += 1
        if self.trouble == "close":
            raise OSError("gone")

    def install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        package = SimpleNamespace(ServiceInfo=self.ServiceInfo, Zeroconf=self.Zeroconf)
        monkeypatch.setitem(sys.modules, "zeroconf", package)


def test_the_name_leads_to_all_addresses_while_the_server_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """`companion.local` stands for every number, at the port; afterwards it is taken back."""
    network = Network()
    network.install(monkeypatch)
    with announced(FOUND, 8765) as address:
        assert address == "http://companion.local:8765/"
        (info,) = network.said
        assert info["parsed_addresses"] == ["192.168.1.5", "10.0.0.3"]
        assert (info["port"], info["server"], info["kind"]) == (8765, "companion.local.", "_http._tcp.local.")
        assert network.closed == 0
    assert network.closed == 1


def test_without_the_package_nothing_is_said(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    """No name, no complaint."""
    monkeypatch.setitem(sys.modules, "zeroconf", None)
    with announced(FOUND, 8765) as address:
        assert address == ""
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("trouble", ["begin", "register", "close"])
def test_trouble_with_the_network_stops_nothing(monkeypatch: pytest.MonkeyPatch, trouble: str) -> None:
    """Whatever goes wrong, the server runs and ends as ever; what was begun is closed."""
    network = Network(trouble)
    network.install(monkeypatch)
    with announced(FOUND, 8765) as address:
        assert bool(address) == (trouble == "close")
    assert network.closed == (trouble != "begin")


def test_a_server_nobody_can_reach_has_no_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """On this computer alone, or under names of its own, nothing is announced."""
    network = Network()
    network.install(monkeypatch)
    for found in ([], ["https://play.example.org/"]):
        with announced(found, 8765) as address:
            assert address == ""
    assert network.said == []


def test_the_block_ends_the_announcement_even_when_it_breaks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl+C leaves no name behind that leads nowhere."""
    network = Network()
    network.install(monkeypatch)
    with pytest.raises(KeyboardInterrupt), announced(FOUND, 8765):
        raise KeyboardInterrupt
    assert network.closed == 1
