"""Without scripts: a whole recorded match, answered again through the forms of its pages, ends where it ended."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.engine.core.effects import Part
from companion.engine.game.record import Game
from companion.engine.match.ledger import Entry
from companion.engine.match.replay import MatchExport, decode_export
from companion.games import load_game
from companion.store import Store
from companion.web import Config, create_app
from companion.web.app.services import services
from companion.web.play.answers import encode
from tests.web.phones import Phone
from tests.web.player import Controls

pytestmark = pytest.mark.slow

FIXTURES = Path(__file__).parents[1] / "fixtures"
RECORDED = sorted(FIXTURES.glob("*/two_players_to_the_agreed_length.json"))


class Again:
    """A recorded match on phones without scripts: the first phone is the host, each seat has its own."""

    def __init__(self, store: Store, game: Game, record: MatchExport) -> None:
        self.store, self.record = store, record
        app = create_app(store, Config(testing=True))
        self.limits = services(app).posts
        self.host = Phone(app)
        self.host.get(f"/new/{game.name}")
        self.host.send(self.host.form(f"/new/{game.name}"), side=record.seats, mine=record.seats[:1], label="Host")
        self.code = store.matches()[0].code
        self.phones = {record.seats[0]: self.host}
        for seat in record.seats[1:]:
            phone = self.phones[seat] = Phone(app)
            phone.get(f"/j/{self.code}")
            phone.send(phone.form("/join"), seat=seat, label=seat)

    def play(self) -> None:
        """Everything that was recorded, in order."""
        for entry in self.record.entries:
            self.limits._buckets.clear()  # a whole evening passes in seconds
            getattr(self, f"_{entry.kind}")(entry)
            assert self.store.read(self.code).last == entry.n, f"entry {entry.n} was not counted"

    def _answer(self, entry: Entry) -> None:
        phone = self.phones[entry.seat]
        phone.get(f"/m/{self.code}")
        controls = Controls(phone.text, "q-" + entry.key.replace(" ", "_"))
        assert controls.action, f"entry {entry.n}: its question has no form on the page of {entry.seat}"
        question = next(one for one in self.store.read(self.code).questions if one.key == entry.key)
        phone.post(controls.action, by_hand(controls, question.part, entry.value), follow=False)

    def _undo(self, entry: Entry) -> None:
        self.host.get(f"/m/{self.code}/undo/{entry.value}")
        self.host.send(self.host.form("/undo/"), force="yes")

    def _correction(self, entry: Entry) -> None:
        path, value, reason = entry.value
        self.host.get(f"/m/{self.code}/correct?path={path}")
        self.host.send(self.host.form("/correct"), value=str(value), reason=reason, force="yes")


def by_hand(controls: Controls, part: Part, value: Any) -> dict[str, Any]:
    """The fields of an answer, each of which a person can set with the controls of the form as it stands."""
    data: dict[str, Any] = {}
    for name, content in controls.hidden:
        data.setdefault(name, []).append(content)
    data |= {name: [shown] for name, _low, _high, shown in controls.numbers}
    wanted = encode(part, value)
    for name, contents in wanted.items():
        for content in contents:
            assert can_be_set(controls, name, content), f"{name}={content} cannot be set in the form"
    return data | wanted


def can_be_set(controls: Controls, name: str, content: str) -> bool:
    """Whether a button, a box, a list or a number field of the form gives this value."""
    if (name, content) in controls.buttons or content in controls.ticks.get(name, ("", []))[1]:
        return True
    if any(content in offered for one, offered in controls.selects if one == name):
        return True
    return any(low <= int(content) <= high for one, low, high, _ in controls.numbers if one == name)


@pytest.mark.parametrize("file", RECORDED, ids=lambda file: file.stem)
def test_a_recorded_match_is_played_again_through_plain_forms(file: Path, tmp_path: Path) -> None:
    """Every answer, the undo and the correction; the state at the end is the recorded one, value by value."""
    record = decode_export(file.read_bytes())
    with Store.open(tmp_path / "again.db", load_game) as store:
        again = Again(store, load_game(record.game), record)
        again.play()
        view = store.read(again.code)
        assert view.ended
        assert view.tip == record.tip
        recorded = msgspec.json.decode(record.state_json, type=view.game.state_type)  # what is new since: its default
        defaults = {ruling.key: ruling.default for ruling in view.game.rulings}
        new = {key: value for key, value in view.state.rulings.items() if key not in recorded.rulings}
        assert new == {key: defaults[key] for key in new}
        assert msgspec.structs.replace(view.state, rulings=recorded.rulings) == recorded
        assert {key: view.state.rulings[key] for key in recorded.rulings} == recorded.rulings
        assert again.host.get(f"/m/{again.code}").status_code == 200
        assert 'class="won"' in again.host.text
    assert {entry.kind for entry in record.entries} >= {"answer", "undo", "correction"}
