"""Links to what was filled into a helper."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.store import Store
from companion.web.lobby.situations import LONGEST, pack, unpack
from tests.web.phones import Phone

plain = st.recursive(
    st.integers(-99, 999) | st.booleans() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.slow
@given(st.lists(plain, min_size=1, max_size=5))
def test_a_situation_survives_its_link(answers: list[object]) -> None:
    """What fits into a link comes out of it again."""
    text = pack(answers)
    assert len(text) <= LONGEST
    assert unpack(text) == answers or not text


@pytest.mark.parametrize("text", ["", "%%%", "abcd", "eJw", "x" * (LONGEST + 1), pack([1])[:-3] + "AAA"])
def test_damaged_links_are_no_situation(text: str) -> None:
    """Nothing in a link can break the page."""
    assert unpack(text) == []


def test_a_shared_situation_begins_filled_in(new_phone: Callable[[], Phone], store: Store) -> None:
    """Another phone opens the link, begins, and stands where the forms were filled in."""
    phone, other = new_phone(), new_phone()
    phone.get("/helpers")
    phone.send(phone.form("/helpers/toy/practice"))
    assert "Link to this situation" not in phone.text
    first = phone.questions()[0]
    phone.send(first, number="3")
    link = re.search(r'href="(/helpers/toy/practice\?s=[^"]+)"', phone.text)
    assert link is not None
    other.get(link[1])
    assert "Begin with this situation" in other.text
    other.send(other.form("/helpers/"))
    assert [form.fields for form in other.questions()] != []
    codes = [match.code for match in store.matches(kind="helper")]
    saves = [store.read(code).match.runner.save().state for code in codes]
    assert len(saves) == 2
    assert bytes(saves[0]) == bytes(saves[1])
    assert "Link to this situation" in other.text


def test_a_situation_that_does_not_fit_begins_as_far_as_it_does(phone: Phone) -> None:
    """Answers the helper refuses are left to be asked."""
    phone.get(f"/helpers/toy/practice?s={pack(['nonsense', 7])}")
    phone.send(phone.form("/helpers/"))
    assert phone.questions()
