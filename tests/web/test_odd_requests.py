"""Odd addresses, marks and values: they get an answer in words, never a fault of ours."""

from __future__ import annotations

import re

import pytest

from companion.engine.core.text import t
from companion.store import Store, StoreError
from tests.web.phones import Phone


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("?endpoint=x", 200), ("?code=x&_anchor=y&values=z", 200), ("/log?older=" + "9" * 5000, 404),
        ("/log?older=" + "9" * 30 + "." + "9" * 30, 200), ("/undo/999", 404), ("/change/999", 404),
        ("/undo/" + "9" * 30, 404),
    ],
)  # fmt: skip
def test_odd_addresses_of_a_match_are_no_fault_of_ours(host: Phone, code: str, path: str, status: int) -> None:
    """Small letters lead to the tidy address with all that was asked; what is not there is not there."""
    assert host.get(f"/m/{code.lower()}{path}").status_code == status


def test_taking_back_what_is_not_there_is_not_found(host: Phone, code: str, store: Store) -> None:
    """Posted like a tap, by somebody who made the number up."""
    host.get(f"/m/{code}")
    token = host.questions()[0].value("csrf")
    for n in ("999", "9" * 30):
        assert host.post(f"/m/{code}/undo/{n}", {"csrf": token}).status_code == 404
    assert store.read(code).last == 0


@pytest.mark.parametrize("value", ["[" * 40_000, '"\\ud800"', '["\\ud800"]', "9" * 5000, "-1", "null"])
def test_an_odd_correction_is_refused_at_its_field(host: Phone, code: str, store: Store, value: str) -> None:
    """Deep or broken JSON, half a letter, absurd numbers: never a fault of ours, and nothing is changed."""
    for path in ("/sides/ann/hand", "/sides/ann/gold"):
        host.get(f"/m/{code}/correct?path={path}")
        page = host.send(next(form for form in host.forms() if "correct" in form.action), value=value)
        assert page.status_code in (200, 422)
    assert "\ud800" not in store.read(code).state_json.decode()


@pytest.mark.parametrize("place", ["00", "+0", "9" * 5000, "٠"])
def test_a_place_of_a_list_has_one_spelling(host: Phone, guest: Phone, code: str, store: Store, place: str) -> None:
    """Whose value it is is found by its path: no other spelling leads past the owner, and none is a fault of ours."""
    assert host.get(f"/m/{code}/correct?path=/sides/ann/hand").status_code == 200
    host.send(next(form for form in host.forms() if "correct" in form.action), value='["a", "b"]', force="yes")
    assert host.get(f"/m/{code}/correct?path=/sides/ann/hand/0").status_code == 200
    assert host.get(f"/m/{code}/correct?path=/sides/ann/hand/{place}").status_code == 404


def test_deep_json_carried_by_a_change_is_refused(host: Phone, code: str) -> None:
    """What the preview hands on is checked like anything else."""
    host.send(host.questions()[0], f__gold__number="1")
    host.get(f"/m/{code}/change/1")
    token = host.form("/change/1").value("csrf")
    for raw in ("[" * 40_000, "{", '"\\ud800"'):
        page = host.post(f"/m/{code}/change/1", {"csrf": token, "confirm": "yes", "raw": raw})
        assert page.status_code in (400, 409, 422)


def test_a_search_is_short_and_quick(phone: Phone) -> None:
    """A hundred letters at most, each word once: a long one costs no more than a short one."""
    words = " ".join(f"w{n}" for n in range(5000))
    page = phone.get("/rules/toy", query_string={"q": words})
    assert page.status_code == 200
    search = next(form for form in phone.forms() if form.css == "search")
    assert len(search.value("q")) == 100


@pytest.mark.parametrize("keeps", [True, False])
def test_what_a_database_says_is_for_its_keeper(
    host: Phone, code: str, store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, keeps: bool
) -> None:
    """Its place, and what it quotes of its rows, stand in the log and on no page."""

    def failing(_code: str) -> None:
        raise StoreError("postgresql://us@db.inside/x: DETAIL: row (hush)") from OSError("hush")

    monkeypatch.setattr(store, "read", failing)
    if not keeps:
        monkeypatch.setattr(type(store), "trouble", t("Nothing can be kept."))
    page = host.get(f"/m/{code}")
    assert page.status_code == 500
    assert not {"hush", "db.inside"} & set(re.findall(r"[\w.]+", page.text))
    assert ("Nothing can be kept." in page.text) is not keeps
    assert "db.inside" in caplog.text
