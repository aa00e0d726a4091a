"""Only what changed since an older file: the file field of the press page."""

from __future__ import annotations

import io
import time

import pikepdf
import pytest

from companion.games import load_game
from companion.store import Store
from companion.web import Config, create_app
from companion.web.press import printing
from printables.job import PrintJob
from tests.web.phones import Form, Phone

pytestmark = pytest.mark.slow

NAME = "two_bases"


@pytest.fixture
def phone(store: Store) -> Phone:
    return Phone(create_app(store, Config(testing=True)))


def order(phone: Phone) -> Form:
    phone.get(f"/print/{NAME}")
    return phone.form(f"/print/{NAME}")


def as_file(data: bytes) -> tuple[io.BytesIO, str]:
    return io.BytesIO(data), "old.pdf"


def blank() -> bytes:
    out = io.BytesIO()
    with pikepdf.new() as file:
        file.add_blank_page()
        file.save(out)
    return out.getvalue()


def test_only_what_changed_is_printed(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    """An older PDF of one component: an order of that alone has nothing to print, the next one prints the rest."""
    kit = load_game(NAME).printed()
    one, other = kit.components[0], kit.components[1]
    old = PrintJob(kit, components=[one.id]).pdf()
    page = phone.send(order(phone), component=[one.id], codes="no", since=as_file(old))
    assert page.status_code == 422
    assert 'id="wrong-since"' in phone.text
    assert "nothing has changed since that file" in phone.text
    jobs: list[PrintJob] = []
    monkeypatch.setattr(printing, "printed_file", lambda job, _progress: jobs.append(job))
    phone.send(order(phone), component=[one.id, other.id], codes="no", since=as_file(old))
    for _ in range(100):
        if jobs:
            break
        time.sleep(0.02)
    assert [job.counts for job in jobs] == [{piece.id: piece.count for piece in other.pieces}]


def test_what_changed_is_counted_first(phone: Phone) -> None:
    """The plan is that of the changed pieces, and the page says that the file must be chosen again."""
    kit = load_game(NAME).printed()
    one, other = kit.components[0], kit.components[1]
    old = PrintJob(kit, components=[one.id]).pdf()
    both = [one.id, other.id]
    page = phone.send(order(phone), component=both, codes="no", plan="1", since=as_file(old))
    assert page.status_code == 200
    changed = PrintJob(kit, components=both, since=old).plan()
    assert f"{changed.pieces} pieces" in phone.text
    assert 'id="counted"' in phone.text
    phone.send(order(phone), component=both, codes="no", plan="1")
    assert 'id="counted"' not in phone.text


def test_a_field_left_empty_prints_everything(phone: Phone) -> None:
    """Browsers send an empty file for a field nobody touched."""
    assert phone.send(order(phone), follow=False, since=(io.BytesIO(b""), "")).status_code == 303


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"no pdf at all", "no PDF that can be read"),
        (b"", "no PDF that can be read"),
        (blank(), "does not say what its faces"),
    ],
)
def test_a_file_that_is_not_ours_is_told_at_its_field(phone: Phone, data: bytes, reason: str) -> None:
    """Anything may be chosen in a file field."""
    page = phone.send(order(phone), since=as_file(data))
    assert page.status_code == 422
    assert reason in phone.text


def test_only_this_form_takes_files_and_not_of_any_size(phone: Phone) -> None:
    """Larger than other posts may be, but nothing that would fill the memory."""
    assert phone.send(order(phone), since=as_file(bytes(2**20))).status_code == 422
    assert phone.send(order(phone), since=as_file(bytes(printing.MOST_FILE))).status_code == 413
    phone.get("/")
    form = phone.forms()[0]
    assert phone.send(form, x="x" * 2**20).status_code == 413
