"""The players compared: the standing, the figures at the end, the battle records; and what one has built."""

from __future__ import annotations

from companion.engine.core.text import Text, listed, plural, t
from companion.engine.game.panels import Display, TablePanel
from companion.engine.game.verdict import compared
from companion.games.multiverse_war.phases.revenue import income, revenue_of
from companion.games.multiverse_war.phases.victory import in_force, score, third_age_kinds
from companion.games.multiverse_war.phases.working import upgrade_refusal
from companion.games.multiverse_war.readers.looks import LOOKS
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.facts import AGES
from companion.games.multiverse_war.world.land import own_buildings, supplied
from companion.games.multiverse_war.world.places import place_name
from companion.games.multiverse_war.world.state import Building, Player, WarState
from companion.games.multiverse_war.world.units import book, name_of, own_units, who
from companion.games.multiverse_war.world.wording import building_words


def table(state: WarState) -> TablePanel:
    """The players compared in a table; at the end with every figure by which a match can be won."""
    names = FINAL if state.winners else RUNNING
    shown = [name for name in names if name not in WAYS or in_force(state, WAYS[name])]
    rows = []
    for seat, player in state.players.items():
        words = t("{who} (out)", who=who(seat)) if player.out else who(seat)
        rows.append((seat, words, [_figure(state, seat, name) for name in shown]))
    titles = [WINS.get(name, t(name)) for name in shown]
    return compared(titles, rows, ended=bool(state.winners))


WAYS = {"Points": "points", "Stones": "portal", "Hero level": "hero", "Third age": "age"}
"""The figures by which a match can be won, with the condition that must be in force."""
WINS = {
    "Hero level": t("Best hero (of {n})", n=facts.NUMBERS["hero"]["levels"]),
    "Third age": t("Third age (of {n})", n=facts.NUMBERS["age"]["kinds"]),
    "Kills": t("Battle record"),
    "Stones": t("Stones (of {n})", n=facts.NUMBERS["portal"]["stones"]),
}
"""The titles of those that win as soon as they are reached, and of what counts otherwise than elsewhere."""
RUNNING = ("Hero level", "Third age", "Points", "Stones", "Gold", "Cubes")
FINAL = ("Points", "Hero level", "Third age", "Stones", "Kills", "Missions", "Buildings", "Cubes", "Gold")


def _figure(state: WarState, seat: str, name: str) -> int:
    player = state.players[seat]
    match name:
        case "Gold":
            return player.gold
        case "Cubes":
            return len(own_units(state, seat))
        case "Buildings":
            return len(own_buildings(state, seat))
        case "Points":
            return score(state, seat).total if state.winners else player.points
        case "Stones":
            return player.stones
        case "Missions":
            return len(player.accomplished)
        case "Kills":
            return sum(player.kills.values())
        case "Hero level":
            return max([0, *(one.level for one in player.heroes.values())])
    return third_age_kinds(state, seat)


def records(state: WarState) -> list[TablePanel]:
    """The battle records: kills and learned abilities by kind, for all players; empty before the first kill."""
    players = state.players.values()
    kinds = [kind for kind in book(state).units if any(one.kills.get(kind) or kind in one.learned for one in players)]
    rows = tuple((name_of(state, kind), *(_record(one, kind) for one in players)) for kind in kinds)
    columns = (t("Unit"), *(who(one.seat) for one in players))
    words = t("Battle records: kills, ✓ ability learned")
    return [TablePanel("records", "standing", words, columns, rows)] if rows else []


def _record(player: Player, kind: str) -> Text:
    n = player.kills.get(kind, 0)
    return t("{n} ✓", n=n) if kind in player.learned else Text(str(n))


# ---- what a player has built and could build


def built(state: WarState, player: Player) -> Display:
    """What stands: each building with its age, its place, its health and what it pays; and what all pay together."""
    own = own_buildings(state, player.seat)
    joined = supplied(state, player.seat) if state.mapped else []
    lines = tuple(_line(state, one, by_road=name in joined) for name, one in own.items())
    told = Text("")
    if state.mapped and own:
        n = income(state, player.seat, len(joined)).total
        told = plural(n, "Next revenue: {n} gold", "Next revenue: {n} gold")
    return Display("built", "city", t("Your buildings"), player.seat, told, *LOOKS[player.seat], lines=lines)


def _line(state: WarState, one: Building, *, by_road: bool) -> Text:
    card, pays = book(state).buildings[one.kind], revenue_of(state, one)
    name = t(card.name)
    parts = [t("health {n} of {of}", n=card.health - one.wounds, of=card.health)]
    if pays:
        parts.append(t("+{n} gold, +1 by road", n=pays) if by_road else t("+{n} gold", n=pays))
    if one.kind == "settlement":
        return t("{building}: {words}", building=name, words=listed(parts))
    if one.age < AGES[-1] and upgrade_refusal(state, one) is None:
        parts.append(t("can be upgraded"))
    where: dict[str, str | int | Text] = {"building": name, "n": one.age, "words": listed(parts)}
    if one.places and one.places[0]:
        return t("{building} of age {n} on {place}: {words}", place=place_name(state, one.places[0]), **where)
    return t("{building} of age {n}: {words}", **where)


def catalogue(state: WarState, player: Player) -> Display:
    """What a Builder or an Engineer can construct in the build phase, with its price."""
    cards = [one for one in book(state).buildings.values() if one.id != "settlement"]
    lines = []
    for one in cards:
        words = building_words(book(state), one) or Text("")
        locked = one.needs and one.needs not in player.unlocked
        line = plural(one.cost, "{building}, {n} gold: {words}", "{building}, {n} gold: {words}",
                      building=t(one.name), words=words)  # fmt: skip
        lines.append(t("{line}; needs the Engineer", line=line) if locked else line)
    told = t("By a Builder, in the build phase")
    return Display("catalogue", "city", t("Can be built"), player.seat, told, *LOOKS[player.seat],
                   lines=tuple(lines))  # fmt: skip
