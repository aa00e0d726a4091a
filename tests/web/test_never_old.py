"""What was drawn and kept is never shown once the match has changed: each page is as one drawn from nothing."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from flask import Flask
from jinja2 import pass_context
from jinja2.runtime import Context

from companion.engine.core.errors import Refused
from companion.engine.core.questions import sample
from companion.engine.match.live import Stamp
from companion.games import load_game
from companion.store import Store
from companion.web import Config, create_app
from companion.web.app.services import EXTENSION, Services
from companion.web.serving.collecting import settle
from tests.interleavings.positions import NOW, Position, lay, recorded

pytestmark = pytest.mark.slow

OWN = re.compile(r'name="(?:csrf|post)" value="[^"]*"')
TABS = ("now", "map", "standing")
STEPS = 12


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "matches.db", load_game) as opened:
        yield opened


def pages_of(app: Flask, position: Position) -> list[str]:
    """What each phone sees in each of its tabs, and the TV, without what is its own every time."""
    client, seen = app.test_client(use_cookies=False), []
    for role in position.roles:
        for language in ("en", "de"):
            cookies = {"Cookie": f"phone={role.token}; lang={language}"}
            paths = [f"live?tab={tab}" for tab in TABS] + ["tv/live"]
            answers = [client.get(f"/m/{position.code}/{path}", headers=cookies) for path in paths]
            assert {answer.status_code for answer in answers} == {200}
            seen += [OWN.sub("", answer.get_data(as_text=True)) for answer in answers]
    return seen


def forgetful(store: Store) -> Flask:
    """An application that keeps no panel; give it new services and it has kept nothing at all."""
    app = create_app(store, Config(secret=store.secret.hex(), testing=True))
    app.jinja_env.globals["kept_panel"] = lambda macro, panel, *given: macro(panel, *given)
    return app


@pytest.mark.parametrize("n", [2, 9])
def test_nothing_old_is_shown(store: Store, n: int) -> None:
    """Answers of a real match, now and then taken back: all phones, tabs and both languages."""
    match, seats = list(recorded())[n]
    position = lay(store, n, match, seats)
    config = Config(secret=store.secret.hex(), testing=True)
    keeping, bare, rng, changed = create_app(store, config), forgetful(store), Random(n), 0
    before: list[str] = []
    for step in range(STEPS):
        bare.extensions[EXTENSION] = Services(store, config)
        seen = pages_of(keeping, position)
        assert seen == pages_of(bare, position)
        changed += seen != before
        before = seen
        with store.change(position.code) as work:
            if step % 4 == 3:
                work.match.undo(work.match.tip, Stamp(seats[0], NOW))
                continue
            for question in rng.sample(work.match.questions(), len(work.match.questions())):
                try:
                    work.match.answer(question.key, sample(question.part, rng), Stamp(question.seat, NOW))
                    break
                except Refused:
                    continue
    assert changed == STEPS


def test_calls_of_a_page_reach_what_jinja_would_call(store: Store) -> None:
    """Macros with a body and loops, functions that want the context, objects that can be called, classes."""

    class Called:
        def __call__(self, word: str) -> str:
            return f"<{word}>"

    @pass_context
    def asked(context: Context, name: str) -> str:
        return f"{context[name]}!"

    app = create_app(store, Config(secret=store.secret.hex(), testing=True))
    app.jinja_env.globals.update(asked=asked, called=Called(), kind=dict)
    page = app.jinja_env.from_string(
        "{% macro box(x, y='-') %}[{{ x }}{{ y }}{{ caller() if caller }}{{ kwargs.z }}]{% endmacro %}"
        "{% for one in [1, 2] %}{% call box(one, z='&') %}{{ loop.index }}{% endcall %}{% endfor %}"
        "{{ box('<') }} {{ asked('told') }} {{ called('b') }} {{ kind(a=1).a }} {{ nobody|default('none') }}"
    )
    with app.test_request_context("/"):
        assert page.render(told="yes") == "[1-1&amp;][2-2&amp;][&lt;-] yes! &lt;b&gt; 1 none"


def test_words_of_a_page_are_html_and_their_values_are_not(store: Store) -> None:
    """As Jinja's own way does it."""
    app = create_app(store, Config(secret=store.secret.hex(), testing=True))
    page = app.jinja_env.from_string(
        '{{ _("<b>100 %%</b>") }} {{ _("%(who)s", who="<i>") }} '
        "{% trans n=2 %}one{% pluralize %}{{ n }} of it{% endtrans %}"
    )
    with app.test_request_context("/"):
        assert page.render() == "<b>100 %</b> &lt;i&gt; 2 of it"


def test_the_program_is_searched_once() -> None:
    """What stood when the server began is not looked at again."""
    before = gc.get_freeze_count()
    try:
        settle()
        assert gc.get_freeze_count() > before
        assert len(gc.get_objects()) < gc.get_freeze_count()
    finally:
        gc.unfreeze()
