"""The players compared: the standing, the figures at the end, the battle records."""

from __future__ import annotations

from companion.engine.core.text import Text, t
from companion.engine.game.panels import TablePanel
from companion.engine.game.verdict import compared
from companion.games.multiverse_war.phases.victory import in_force, score, third_age_kinds
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.land import own_buildings
from companion.games.multiverse_war.world.state import Player, WarState
from companion.games.multiverse_war.world.units import book, name_of, own_units, who


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
    "Stones": t("Stones (of {n})", n=facts.NUMBERS["portal"]["stones"]),
}
"""The titles of those that win as soon as they are reached."""
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
