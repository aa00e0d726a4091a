"""A German phone at the press: orders that cannot be, printers that cannot be measured, prints that fail."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.games import load_game
from companion.store import Store
from companion.web import Config, create_app
from printables.errors import BadOption
from tests.web.phones import Form
from tests.web.test_errors_in_german import NAME, said
from tests.web.test_languages import german

pytestmark = pytest.mark.slow


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    with Store.open(tmp_path / "press.db", load_game) as store:
        yield create_app(store, Config())


@pytest.mark.parametrize(
    "change",
    [{"margin": "99"}, {"gap": "x"}, {"gap": "nan"}, {"turn": "50"}, {"shift_x": "y"}, {"paper": "a99"},
     {"sides": "x"}, {"ink": "x"}, {"format": "x"}, {"component": ""}, {"margin": "25", "format": "cut"}],
)  # fmt: skip
def test_print_orders_that_cannot_be(app: Flask, change: dict[str, str]) -> None:
    """The reason stands above the form and at its field; so it does for nothing chosen, and for paper too small."""
    phone = german(app)
    phone.get(f"/print/{NAME}")
    form = phone.form(f"/print/{NAME}")
    kept = [field for field in form.fields if field[0] not in change]
    phone.send(Form(form.action, form.method, fields=[*kept, *change.items()]))
    said(phone, 422)
    assert 'id="problem"' in phone.text


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"top left across": "1"}, "Oben links, längs"),
        ({"top left across": "x"}, "keine Zahl"),
        ({"middle down": "99"}, "als die Skalen zeigen"),
        ({}, "beide Skalen"),
        ({"sides": "single"}, "beidseitig"),
    ],
)
def test_printers_that_cannot_be_measured(app: Flask, typed: dict[str, str], words: str) -> None:
    """The target and the scale are named in the reader's language."""
    phone = german(app)
    phone.get("/print/printer")
    form = phone.form("/print/printer")
    fields = [field for field in form.fields if field[0] not in typed]
    phone.send(Form(form.action, form.method, fields=[*fields, *typed.items()]))
    assert words in said(phone, 422)
    phone.get("/print/printer/calibration.pdf?sides=single")
    said(phone, 404)


def test_a_print_that_fails(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reason was made in another thread, where nobody's language is known."""
    for error in (BadOption("components", "choose at least one"), KeyError("x")):

        def fail(*_: object, error: Exception = error) -> None:
            raise error

        phone = german(app)
        with monkeypatch.context() as patch:
            patch.setattr("companion.web.press.printing.printed_file", fail)
            phone.get(f"/print/{NAME}")
            phone.send(phone.form(f"/print/{NAME}"))
            assert phone.page is not None
            address = phone.page.request.path
            while 'class="refusal"' not in phone.text:
                time.sleep(0.02)
                phone.get(address)
        said(phone, 200)
