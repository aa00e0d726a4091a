"""Victory and the end of the game (5.3.3, 6.0, 12.1)."""

from __future__ import annotations

from msgspec import Struct

from companion.engine.core.shared import most_categories
from companion.engine.core.text import named
from companion.engine.rules import Rule, confirm, listed, note, step, t
from companion.games.heroes_vs_warlords.moving import unmapped
from companion.games.heroes_vs_warlords.records.common import alive, cities_of, ruled, stacks_of, strength, title
from companion.games.heroes_vs_warlords.records.state import Hero, HvWState
from companion.games.heroes_vs_warlords.turns import cities, heroes
from companion.games.heroes_vs_warlords.turns.conquest import capital_lost


class Standing(Struct, frozen=True):
    """What is compared at the end (12.1): controlled Resources, Hero Levels, army strength."""

    resources: int
    levels: int
    army: int


CATEGORIES = (("resources", "Resource hexes"), ("levels", "Levels"), ("army", "Army"))


def standing_of(state: HvWState, seat: str) -> Standing:
    """The three values of a player that are compared at the end (12.1, rulings R57a to R57c)."""
    levels = sum(hero.level for hero in state.players[seat].heroes if counts(state, hero))
    return Standing(cities.resource_hexes(state, seat), levels, army_strength(state, seat))


def counts(state: HvWState, hero: Hero) -> bool:
    """Whether the Level of a Hero counts: one who never came does not, a dead one by ruling R57c."""
    return hero.status == "in_play" or (hero.status == "dead" and ruled(state, "dead_levels") == "count")


def army_strength(state: HvWState, seat: str) -> int:
    """Level times number over all units of a player, Mercenaries included (12.1, ruling R57)."""
    led = sum(strength(stacks_of(hero)) for hero in state.players[seat].heroes)
    if ruled(state, "army_scope") == "hero_displays":
        return led
    waiting = sum(strength(city.units) for city in cities_of(state, seat))
    return led + waiting + sum(strength(site.garrison) for site in state.sites.values() if site.owner == seat)


def compare(standings: dict[str, Standing], tie: str) -> tuple[dict[str, list[str]], list[str]]:
    """The winners of each category, and the seats that win most of them (12.1). `tie` is the reading of R57 for
    tied categories.
    """
    values = {name: {seat: getattr(one, name) for seat, one in standings.items()} for name, _ in CATEGORIES}
    return most_categories(values, ties_count=tie == "all_tied")


# ---- during the game


@step("6.0")
def still_playing(state: HvWState, seat: str) -> bool:
    """True when a player has a turn now."""
    return not state.ended and not state.players[seat].defeated


@step("12.1", "5.3.3", asks_first=True)
def after_turn(state: HvWState, seat: str) -> Rule[None]:
    """Checks at the end of a player's turn: a last turn of grace (4.1), a length agreed in turns (ruling R25)."""
    player = state.players[seat]
    if player.last_chance and capital_lost(state, seat):
        yield from heroes.defeat(state, [seat], "not_retaken")
    player.grace = player.last_chance = False
    if ruled(state, "length_unit") == "player_turns" and 0 < state.length <= state.turns_played and not state.ended:
        state.ended = "length"


@step("12.1")
def check(state: HvWState) -> Rule[None]:
    """The victory check of a Round: lost capitals, then the agreed length (12.1)."""
    lost = [seat for seat in alive(state) if capital_lost(state, seat) and not _reprieved(state, seat)]
    if lost == alive(state):
        yield from _nobody_left(state, lost)
    else:
        yield from heroes.defeat(state, lost, "capital_lost")
    if state.ended:
        return
    if ruled(state, "length_unit") == "rounds" and 0 < state.length <= state.round:
        state.ended = "length"
    elif state.length == 0:
        yield from _another_round(state)


def _nobody_left(state: HvWState, lost: list[str]) -> Rule[None]:
    """Everybody still in the game has lost his capital in one Round (12.1): a draw, or compared (ruling R17b)."""
    state.ended = "all_lost"
    if ruled(state, "all_lost") == "draw":
        state.winners = lost
    names = listed([title(seat) for seat in lost])
    yield from note(t("{races} have all lost their capital in this Round.", races=names), section="12.1")


def _another_round(state: HvWState) -> Rule[None]:
    """Without an agreed length the game goes on until all agree to stop (6.0)."""
    seat = alive(state)[0]
    another = yield from confirm(seat, t("Another Round?"), t("Play on"), t("Stop and compare"), section="6.0")
    if not another and (yield from unmapped.all_agree(state, seat)):
        state.ended = "agreement"


def _reprieved(state: HvWState, seat: str) -> bool:
    """Ruling R17: who has had no turn since he lost his capital may get one more."""
    player = state.players[seat]
    player.last_chance = player.grace
    return player.grace


@step("12.1")
def is_over(state: HvWState) -> bool:
    """True when the game has ended."""
    return bool(state.ended)


@step("12.1")
def conclude(state: HvWState) -> Rule[list[str]]:
    """The final comparison, unless somebody has won already (12.1). Returns the winners."""
    if state.winners:
        return state.winners
    standings = {seat: standing_of(state, seat) for seat in alive(state)}
    _, state.winners = compare(standings, ruled(state, "category_tie"))
    for name, words in CATEGORIES:
        values = [t("{race} {n}", race=title(seat), n=getattr(one, name)) for seat, one in standings.items()]
        yield from note(t("{category}: {values}.", category=t(words), values=listed(values)))
    if state.ended == "agreement" and ruled(state, "agreed_end") == "draw":
        state.winners = list(standings)
    names = named([title(seat) for seat in state.winners])
    text = t("{race} win the game.", race=names) if len(state.winners) == 1 else t("A draw between {race}.", race=names)
    yield from note(text)
    return state.winners
