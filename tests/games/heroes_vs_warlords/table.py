"""A small table for rule tests: begin a match, or start any flow from a position, and answer in order.

Tests read like the table plays: `table.answer({"L1": 5}, seat="knights", section="5.1")`. A question is named by
any of seat, section and `about` (its beginning is enough); where several fit, the first one is meant.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.core.effects import Ask, Draw, Roll
from companion.engine.core.errors import Refusal, Refused
from companion.engine.core.forms import Choose, Counts, Pick
from companion.engine.core.questions import Question
from companion.engine.core.rules import book
from companion.engine.core.rulings import settled
from companion.engine.game.record import begin
from companion.engine.running.runner import Runner, start
from companion.games.heroes_vs_warlords import GAME
from companion.games.heroes_vs_warlords.records import facts, world
from companion.games.heroes_vs_warlords.records.common import hero_of
from companion.games.heroes_vs_warlords.records.state import Hero, HvWState, PlacedTile, Site, Stack
from companion.games.heroes_vs_warlords.turns.setup import new_state

TWO = ("knights", "amazons")
THREE = ("knights", "amazons", "barbarians")
ARMY = {"L1": 5}
LIMIT = 400
"""Answers after which `play_until` gives up."""


class Table:
    """A running match or flow, and what one can do and see at it."""

    def __init__(self, runner: Runner) -> None:
        self.runner = runner

    # ---- what one sees

    @property
    def state(self) -> HvWState:
        """The state at the last finished steps (a fresh look after every answer)."""
        return self.runner.state  # type: ignore[return-value]

    @property
    def done(self) -> bool:
        return self.runner.done

    @property
    def result(self) -> Any:
        return self.runner.result

    def hero(self, hero_id: str) -> Hero:
        return hero_of(self.state, hero_id)

    def asked(self) -> list[tuple[str, str]]:
        """(seat, section) of every open question."""
        return [(question.seat, question.section) for question in self.runner.questions()]

    def notes(self, section: str = "") -> list[str]:
        """The log so far, or the lines of one section."""
        return [str(note.text) for note in self.runner.notes if section in ("", note.section)]

    def find(self, seat: str = "", section: str = "", about: str = "") -> Question | None:
        """The first open question of a seat, section, subject; None when there is none."""
        return next((one for one in self.runner.questions() if _fits(one, seat, section, about)), None)

    def question(self, seat: str = "", section: str = "", about: str = "") -> Question:
        found = self.find(seat, section, about)
        assert found is not None, f"nothing open for {seat} {section} {about}; open: {self.describe()}"
        return found

    def options(self, seat: str = "", section: str = "", about: str = "") -> dict[str, Refusal | None]:
        """What can be chosen (of a Choose, Pick, Counts, Draw), with the refusal of what is greyed."""
        part = self.question(seat, section, about).part
        if isinstance(part, Draw):
            return {card.id: None for card in part.deck}
        assert isinstance(part, Ask)
        match part.form:
            case Choose() | Pick():
                return {one.id: one.refusal for one in part.form.options}
            case Counts():
                return {one.id: one.refusal for one in part.form.rows}
        raise AssertionError(f"no options: {part.form}")

    def greyed(self, option: str, seat: str = "", section: str = "", about: str = "") -> str:
        """The section that greys an option out; empty when it can be chosen."""
        refusal = self.options(seat, section, about)[option]
        return refusal.section if refusal is not None else ""

    def describe(self) -> str:
        return "; ".join(f"{q.seat} {q.section} {q.part.about} {q.part.prompt}" for q in self.runner.questions())

    # ---- what one does

    def answer(self, value: Any, seat: str = "", section: str = "", about: str = "") -> Table:
        """Answer an open question; gives the table itself, for the next answer."""
        self.runner.answer(self.question(seat, section, about).key, value)
        return self

    def refused(self, value: Any, seat: str = "", section: str = "", about: str = "") -> Refusal:
        """Answer what must be refused; gives the refusal. Nothing may have changed by it."""
        before = self.runner.state_json
        try:
            self.answer(value, seat, section, about)
        except Refused as refused:
            assert self.runner.state_json == before
            return refused.refusal
        raise AssertionError(f"{value} was not refused")

    def deed(self, *picked: str) -> Table:
        """What the active player does in his turn, one after another (7.1)."""
        for one in picked:
            self.answer(one, section="7.1", about="turn:")
        return self

    def walk(self, number: int, *places: str) -> Table:
        """On a map: Hero `number` goes to each of the places in turn."""
        for place in places:
            if self.state.world.walking.rpartition(":")[2] != str(number):
                self.deed(f"walk:{number}")
            self.deed(place)
        return self

    def enters(self, into: str, *, near: Sequence[str] = (), cost: int = 1, tiles: int = 0, number: int = 1) -> Table:
        """Without a map: Hero `number` goes into a place."""
        self.deed(f"walk:{number}")
        return self.answer({"cost": cost, "into": into, "near": list(near), "tiles": tiles}, about="hero:")

    def play_until(self, section: str, seat: str = "", about: str = "") -> Table:
        """Answer whatever comes with something dull until a question is open."""
        for _ in range(LIMIT):
            if self.find(seat, section, about) is not None:
                return self
            assert not self.done, f"{section} was never asked"
            question = self.runner.questions()[0]
            self.runner.answer(question.key, dull(question))
        raise AssertionError(f"{section} was never asked; open: {self.describe()}")

    def win(self) -> Table:
        """Fight the battle that is going on to its end; the attacker rolls 20, the defender 1."""
        return self._fight("attacker")

    def lose(self) -> Table:
        """The same with the dice the other way round."""
        return self._fight("defender")

    def _fight(self, winner: str) -> Table:
        for _ in range(LIMIT):
            question = next((q for q in self.runner.questions() if q.section in _BATTLE), None)
            if question is None:
                return self
            fight = self.state.battle
            assert fight is not None
            lucky = question.seat == (fight.attacker if winner == "attacker" else fight.defender).seat
            self.runner.answer(question.key, _luck(question, lucky))
        raise AssertionError("the battle does not end")


_BATTLE = ("8.2", "8.3", "8.5.1", "8.5.2", "8.7", "8.7.1", "8.8", "8.9")


def _fits(question: Question, seat: str, section: str, about: str) -> bool:
    same = seat in ("", question.seat) and section in ("", question.section)
    return same and question.part.about.startswith(about)


def _luck(question: Question, lucky: bool) -> Any:
    if isinstance(question.part, Roll):
        return [20 if lucky else 1]
    return dull(question)


def dull(question: Question) -> Any:
    """The dullest answer: the last plain option (often "done"), no, nothing, the lowest number, middling dice."""
    part = question.part
    if isinstance(part, Roll):
        return [(side + 1) // 2 for side in part.sides]
    if isinstance(part, Draw):
        names = [card.id for card in part.deck for _ in range(card.count)]
        return names[: part.count]
    assert isinstance(part, Ask)
    return _dull_form(part.form)


def _dull_form(form: Any) -> Any:
    if isinstance(form, Choose):
        free = [one.id for one in form.options if one.refusal is None and not one.minor]
        return "done" if "done" in free else free[0]
    if isinstance(form, Pick):
        return [one.id for one in form.options if one.refusal is None][: form.least]
    if isinstance(form, Counts):
        row = next(one for one in form.rows if one.refusal is None)
        return {row.id: form.least} if form.least else {}
    if hasattr(form, "fields"):
        return {field.id: _dull_form(field.form) for field in form.fields}
    return getattr(form, "low", False)


# ---- beginnings


def begin_match(*seats: str, rulings: Mapping[str, str] | None = None) -> Table:
    """A new match at its very first question."""
    return Table(begin(GAME, seats or TWO, {}, dict(rulings or {})))


def agree(table: Table, *, map: str = "table", tiles: int = 12, length: int = 4) -> Table:
    """Answer the agreements of 5.3."""
    return table.answer({"map": map, "tiles": tiles, "length": length}, section="5.3")


def roll_initiative(table: Table, *order: str) -> Table:
    """The first named rolls highest."""
    for i, seat in enumerate(order):
        table.answer([20 - i], seat=seat, section="5.2")
    return table


def set_up(
    *seats: str,
    map: str = "table",
    tiles: int = 12,
    length: int = 4,
    armies: Mapping[str, Mapping[str, int]] | None = None,
    rulings: Mapping[str, str] | None = None,
) -> Table:
    """A match from the box to the first player turn; seats play in the order given."""
    seats = seats or TWO
    table = roll_initiative(agree(begin_match(*seats, rulings=rulings), map=map, tiles=tiles, length=length), *seats)
    for seat in seats:
        if map != "table":
            table.play_until("5.3.2", about=f"lay:{seat}")
            table.answer(next(iter(table.options(section="5.3.2"))), section="5.3.2")
    for seat in seats:
        table.answer(dict((armies or {}).get(seat, ARMY)), seat=seat, section="5.1")
    return roll_initiative(table, *seats)


def position(*seats: str, war: bool = False, **rulings: str) -> HvWState:
    """A position in the middle of a match for tests to edit: no map, everybody at home with five Level 1 units."""
    state = new_state(seats or TWO, {})
    state.schema, state.rulings = GAME.schema, settled(GAME.rulings, rulings)
    state.order, state.round, state.sequence, state.turn = list(state.seats), 1, 1, 0
    state.world.open_war = war
    state.world.face_down = 0 if war else 5
    state.world.unseen = [tile.id for tile in facts.TILES.values() if not tile.start]
    for seat in state.seats:
        state.cities[f"home:{seat}"].place = f"home:{seat}"
        state.sites[f"recruit:{seat}"] = Site(f"recruit:{seat}", "recruitment", f"Recruitment of {seat}", race=seat)
        hero = hero_of(state, f"{seat}:1")
        hero.place, hero.mp = f"home:{seat}", hero.movement
        hero.sections[0] = Stack(seat, 1, 5)
    return state


def on_map(state: HvWState, *tiles: str, face_down: int = 0) -> dict[str, tuple[int, int]]:
    """Lay tiles of these ids face up in a row (and some face down after them); gives the centre of each by id.

    Start tiles take their Hero and City along. Face-down tiles are called `?1`, `?2`...
    """
    state.world.mapped, state.world.face_down, state.world.tiles, state.sites = True, face_down, [], {}
    centres: dict[str, tuple[int, int]] = {}
    names = [*tiles, *(f"?{n}" for n in range(1, face_down + 1))]
    for index, name in enumerate(names):
        q, r = index * world.AROUND[0][0], index * world.AROUND[0][1]
        tile = PlacedTile(q, r)
        state.world.tiles.append(tile)
        centres[name] = (q, r)
        if not name.startswith("?"):
            _turn_up(state, tile, name)
    return centres


def _turn_up(state: HvWState, tile: PlacedTile, name: str) -> None:
    tile.start = facts.TILES[name].start
    world.reveal(state, tile, name)
    if tile.start in state.seats:
        place = hex_of((tile.q, tile.r), world.centre_name(facts.TILES[name]))
        state.cities[f"home:{tile.start}"].place = place
        hero_of(state, f"{tile.start}:1").place = place


def hex_of(centre: tuple[int, int], name: str) -> str:
    """The place of a hex of a tile: `hex_of(centres["K0"], "NE")`."""
    dq, dr = facts.DIRECTIONS[name]
    return world.place_of(centre[0] + dq, centre[1] + dr)


def start_at(state: HvWState, call: Any) -> Table:
    """Run a flow or step from a position: `start_at(state, movement.player_turn("knights"))`."""
    return Table(start(book, state, call))
