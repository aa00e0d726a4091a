"""Correcting what belongs to somebody else: announced, and its owner is asked, as before an old answer is changed."""

from __future__ import annotations

from companion.store import Store
from tests.web.phones import Phone

GOLD = "/sides/ann/gold"


def corrected(phone: Phone, code: str, value: str, **more: str) -> None:
    """Send the form of Ann's gold."""
    phone.get(f"/m/{code}/correct?path={GOLD}")
    phone.send(phone.form("/correct"), value=value, reason="miscounted", **more)


def gold(store: Store, code: str) -> int:
    found: int = store.read(code).state.sides["ann"].gold  # type: ignore[attr-defined]
    return found


def test_the_owner_of_a_value_is_asked_and_sees_what_changes(
    host: Phone, guest: Phone, store: Store, code: str
) -> None:
    """Nothing changes before she agrees; her card says from what to what and why; who asked is not asked himself."""
    was = gold(store, code)
    corrected(guest, code, "13")
    assert gold(store, code) == was
    host.get(f"/m/{code}")
    assert f"<s>{was}</s>" in host.text
    assert "<b>13</b>" in host.text
    assert "miscounted" in host.text
    guest.get(f"/m/{code}")
    assert 'value="yes" class="go"' not in guest.text.partition('class="proposal"')[2].partition("</section>")[0]
    host.send(host.form("/proposal"), choice="yes")
    assert gold(store, code) == 13


def test_a_correction_is_announced_to_everybody(host: Phone, guest: Phone, store: Store, code: str) -> None:
    """Once made, every phone and the big screen say who corrected what."""
    store.begin_play(code)
    corrected(host, code, "13")
    for address in (f"/m/{code}", f"/m/{code}/tv"):
        assert "corrected:" in guest.get(address).get_data(as_text=True)


def test_what_cannot_be_is_refused_before_anybody_is_asked(guest: Phone, store: Store, code: str) -> None:
    """A value of the wrong kind comes back to its form and is put before nobody."""
    corrected(guest, code, "many")
    assert guest.page is not None
    assert guest.page.status_code == 422
    assert store.proposal(code) is None


def test_the_host_may_say_that_all_agreed(host: Phone, guest: Phone, store: Store, code: str) -> None:
    """At a real table they have talked already."""
    guest.get(f"/m/{code}/correct?path=/sides/bob/gold")
    host.get(f"/m/{code}/correct?path=/sides/bob/gold")
    host.send(host.form("/correct"), value="9", force="yes")
    assert store.read(code).state.sides["bob"].gold == 9  # type: ignore[attr-defined]


def test_a_yes_is_for_the_proposal_that_was_shown(host: Phone, guest: Phone, store: Store, code: str) -> None:
    """Who puts another one in its place meanwhile has not got the yes to the first; it is asked anew."""
    was = gold(store, code)
    corrected(guest, code, "13")
    host.get(f"/m/{code}")
    shown = host.form("/proposal")
    corrected(guest, code, "1")
    for choice in ("yes", "no"):
        assert host.send(shown, choice=choice).status_code == 409
    assert gold(store, code) == was
    assert store.proposal(code)["raw"] == 1
    host.get(f"/m/{code}")
    host.send(host.form("/proposal"), choice="yes")
    assert gold(store, code) == 1


def test_who_is_turned_down_is_told_so_until_he_has_read_it(host: Phone, guest: Phone, store: Store, code: str) -> None:
    """The card of who asked says who said no; nobody else sees it any more, and nothing is asked."""
    was = gold(store, code)
    corrected(guest, code, "13")
    host.get(f"/m/{code}")
    host.send(host.form("/proposal"), choice="no")
    assert gold(store, code) == was
    assert 'class="proposal' not in host.get(f"/m/{code}").get_data(as_text=True)
    told = guest.get(f"/m/{code}").get_data(as_text=True)
    assert 'class="declined"' in told
    assert 'value="yes" class="option"' not in told.partition('class="proposal')[2].partition("</section>")[0]
    guest.send(guest.form("/proposal"), choice="no")
    assert store.proposal(code) is None


def test_whoever_asks_may_think_better_of_it(guest: Phone, store: Store, code: str) -> None:
    """Then there is nothing to read."""
    corrected(guest, code, "13")
    guest.get(f"/m/{code}")
    guest.send(guest.form("/proposal"), choice="no")
    assert store.proposal(code) is None
