"""The policy of recorded players: goals that decide open questions. Simple, but it plays a whole game with a
purpose.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from companion.engine.core.effects import Ask
from companion.engine.core.forms import Choose, Confirm, Counts, Fields, Number, Pick
from companion.engine.core.questions import Question, sample
from companion.games.heroes_vs_warlords.records import world
from companion.games.heroes_vs_warlords.records.common import city_at, hero_of, own_heroes, strength, units_of
from companion.games.heroes_vs_warlords.records.state import Hero, HvWState, Side, Site

ARMY = ({"L1": 5, "L2": 3, "L3": 3}, {"L1": 1, "L3": 3})
BUILD = ("barracks", "shooting_range", "tavern", "trade_hall", "town_hall", "academy", "tower_1", "training_area")
WEAK = 9
"""An army of less than this strength goes home for more units."""
Target = Callable[[HvWState, Hero], str]
"""Where a Hero wants to go; empty when he is content."""


class Policy:
    """Decides for all seats. `targets` are the goals by seat; without one a Hero explores."""

    def __init__(self, rng: Random, targets: dict[str, Target]) -> None:
        self.rng = rng
        self.targets = targets
        self.been: set[tuple[int, str]] = set()
        """(turn, what) that was done already, so that no exchange is made twice in a turn."""

    def decide(self, state: HvWState, question: Question) -> Any:
        """The answer to an open question; dice and draws are random."""
        part = question.part
        if not isinstance(part, Ask):
            return sample(part, self.rng)
        match part.form:
            case Confirm(refusal=refusal):
                return refusal is None and self._confirm(state, question)
            case Choose():
                return self._choose(state, question, _free(part.form))
            case Counts():
                return self._counts(question, part.form)
            case Fields() if any(field.id == "into" for field in part.form.fields):
                return self._step(state, question, part.form)
            case Fields() if any(field.id == "give" for field in part.form.fields):
                return sample(part, self.rng)
        return sample(part, self.rng)

    # ---- decisions

    def _confirm(self, state: HvWState, question: Question) -> bool:
        if question.section != "8.9":
            return question.section != "6.0"
        fight = state.battle
        assert fight is not None
        own, other = (fight.attacker, fight.defender)
        if question.seat != own.seat:
            own, other = other, own
        return _power(own) * 2 < _power(other)

    def _choose(self, state: HvWState, question: Question, free: list[str]) -> str:
        if question.part.about.startswith("turn:"):
            return self._deed(state, question.seat, free)
        if question.section == "11.0":
            return self._produce(state, question.seat, free)
        if question.section == "8.3":
            return next(one for one in free if one != "pass")
        return free[0] if question.section == "9.2" else self.rng.choice(free)

    def _deed(self, state: HvWState, seat: str, free: list[str]) -> str:
        for one in free:
            if one.startswith("level:"):
                return one
            if one.startswith(("city:", "train:", "recruits:")) and (state.turns_played, one) not in self.been:
                self.been.add((state.turns_played, one))
                return one
        for hero in own_heroes(state, seat):
            wish = self._wish(state, hero)
            if not wish or hero.place == wish:
                continue
            steps = [one for one in free if world.tile_at(state.world, one)] if state.world.walking == hero.id else []
            closer = [one for one in steps if world.distance(one, wish) < world.distance(hero.place, wish)]
            if closer:
                return min(closer, key=lambda one: (world.distance(one, wish), one))
            if f"walk:{hero.number}" in free and (state.turns_played, f"{hero.id}{hero.mp}") not in self.been:
                self.been.add((state.turns_played, f"{hero.id}{hero.mp}"))
                return f"walk:{hero.number}"
        return "done" if "done" in free else self.rng.choice([one for one in free if one != "stop"])

    def _produce(self, state: HvWState, seat: str, free: list[str]) -> str:
        wanted = [f"{name}@" for name in BUILD] + ["units@", "hero"]
        for name in wanted:
            for one in free:
                if one.startswith(name) and (state.turns_played, one) not in self.been:
                    self.been.add((state.turns_played, one))
                    return one
        return "done"

    def _counts(self, question: Question, form: Counts) -> dict[str, int]:
        if question.section == "5.1" or (question.section == "4.1" and form.budget is not None):
            return ARMY[0] if form.budget == 20 else ARMY[1]
        if question.section == "4.1":
            return {row.id: row.high for row in form.rows if row.high <= 20}
        if question.section == "9.1":
            return {}
        gold, found = form.budget or 0, {}
        for row in sorted(form.rows, key=lambda row: -row.cost):
            if row.cost and row.cost < 5:
                found[row.id] = gold // row.cost
                gold -= found[row.id] * row.cost
        return found

    def _step(self, state: HvWState, question: Question, form: Fields) -> dict[str, Any]:
        """A move without a map: straight to the goal, turning a tile on the way while there are any."""
        hero = hero_of(state, question.part.about.removeprefix("hero:"))
        wish = self._wish(state, hero)
        fields = {field.id: field.form for field in form.fields}
        into, tiles, near = fields["into"], fields["tiles"], fields["near"]
        assert isinstance(into, Choose)
        assert isinstance(tiles, Number)
        assert isinstance(near, Pick)
        free = [one for one in _free(into) if one != hero.place]
        kinds = ("new:", "open") if units_of(hero) > 10 else ("new:home", "new:outpost", "open")
        place = wish if wish in free else self.rng.choice([one for one in free if one.startswith(kinds)])
        beside = [one.id for one in near.options if self.rng.random() < 0.15]
        return {"cost": min(2, hero.mp), "into": place, "near": beside, "tiles": min(1, tiles.high)}

    def _wish(self, state: HvWState, hero: Hero) -> str:
        if not units_of(hero):
            return ""
        home = state.cities[f"home:{hero.seat}"]
        if strength(stack for stack in hero.sections if stack) < WEAK and home.owner == hero.seat:
            return home.place
        goal = self.targets[hero.seat](state, hero) if hero.seat in self.targets else ""
        return goal or (explore(state, hero) if state.world.mapped else "somewhere")


def explore(state: HvWState, hero: Hero) -> str:
    """The nearest place worth having on a map, else the nearest face-down tile."""
    army = strength(stack for stack in hero.sections if stack)
    worth = [site.place for site in state.sites.values() if _wanted(hero, site, army)]
    unknown = [
        place
        for tile in state.world.tiles
        if not tile.id
        for place in world.hexes_around((tile.q, tile.r))
    ]  # fmt: skip
    near = [place for place in worth if world.distance(place, hero.place) <= 4]
    places = [place for place in near or unknown or worth if city_at(state, place) is None]
    return min(places, key=lambda place: (world.distance(place, hero.place), place), default="")


def _wanted(hero: Hero, site: Site, army: int) -> bool:
    if strength(site.guards) * 2 > army or site.place == hero.place:
        return False
    match site.kind:
        case "resource":
            return site.owner == ""
        case "ruin":
            return not site.explored
        case "tower":
            return hero.id not in site.used_by
        case "outpost":
            return not site.visited
    return site.kind == "recruitment" and site.race == hero.seat and (not site.active or site.waiting > 2)


def _power(side: Side) -> int:
    return sum(one.level * one.count for one in side.stacks)


def _free(form: Choose) -> list[str]:
    return [option.id for option in form.options if option.refusal is None]
