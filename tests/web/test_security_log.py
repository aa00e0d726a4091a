"""The security log: guesses, refusals, evictions and recoveries have a line; tokens and codes never do."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask

from companion.store import Store
from companion.web.serving.security_log import plain
from tests.web.phones import Phone
from tests.web.test_recover import codes_of, use


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.name == "companion.security"]


def test_what_concerns_safety_is_noted(
    host: Phone, guest: Phone, code: str, new_phone: Callable[[], Phone], caplog: pytest.LogCaptureFixture
) -> None:
    """With the address it came from; without anything that would open a match."""
    keys, stranger = codes_of(host, code), new_phone()
    stranger.get("/j/ZZZZZ")
    stranger.get("/new/toy")
    form = stranger.form("/new/toy")
    stranger.post(form.action, dict(form.fields), origin="http://evil.example")
    stranger.post(form.action, {"csrf": "0" * 64})
    use(stranger, code, "B" * 28)
    use(stranger, code, keys[1])
    host.get(f"/m/{code}/host")
    host.send(host.form("/device"), do="revoke")
    said = "\n".join(lines(caplog))
    for what in (
        "guessed a code", "post from elsewhere", "post without its token", "wrong recovery code", "recovery code used",
        "shut out",
    ):  # fmt: skip
        assert f"{what}: from=127.0.0.1" in said
    cookies = [phone.client.get_cookie("phone", "192.168.1.5", f"/m/{code}") for phone in (host, guest)]
    for secret in (*keys, *(key.replace("-", "") for key in keys), "B" * 28, *(one.value for one in cookies if one)):
        assert secret not in said
    assert "ZZZZZ" not in said


def test_a_flood_does_not_fill_the_log(app: Flask, store: Store, caplog: pytest.LogCaptureFixture) -> None:
    """Some lines of a kind, then only how many there were."""
    client = app.test_client(use_cookies=False)
    for n in range(200):
        client.get("/", base_url=f"http://evil{n}.example")
    assert 10 < len(lines(caplog)) < 60


def test_nobody_writes_lines_of_his_own() -> None:
    """What comes from outside is one short word."""
    assert plain("a\nWARNING b\x1b[2J c") == "aWARNING_b[2J_c"
    assert len(plain("x" * 500)) == 80
