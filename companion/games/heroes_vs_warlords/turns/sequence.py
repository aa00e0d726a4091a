"""The sequence of play (6.0): the whole game as a readable list."""

from __future__ import annotations

from companion.engine.rules import Rule, flow, goto, note, step, t, together
from companion.games.heroes_vs_warlords.advanced import vote
from companion.games.heroes_vs_warlords.moving import movement
from companion.games.heroes_vs_warlords.records.common import alive, ruled
from companion.games.heroes_vs_warlords.records.state import HvWState
from companion.games.heroes_vs_warlords.turns import cities, cleanup, heroes, victory
from companion.games.heroes_vs_warlords.turns.setup import roll_initiative, set_up

SEQUENCES = 3
"""Turns 1 to 4 are played three times a Round (6.0)."""


@flow("5.0", "6.0")
def play() -> Rule[list[str]]:
    """A whole match. Returns the winners (several mean a draw)."""
    yield from set_up()
    return goto(game_round())


@flow("6.0")
def game_round() -> Rule[list[str]]:
    """One Round: initiative, three sequences, Production, Clean Up, victory check."""
    yield from begin_round()
    order = yield from roll_initiative()
    for number in range(1, SEQUENCES + 1):
        yield from sequence(number, order)
    over = yield from victory.is_over()
    if not over:
        yield from production()
        yield from cleanup.clean_up()
        yield from victory.check()
        over = yield from victory.is_over()
    if over:
        yield from together(*(heroes.rise(f"{seat}:{number}") for seat in order for number in (1, 2)))
        return (yield from victory.conclude())
    return goto(game_round())


@flow("6.0")
def sequence(number: int, order: list[str]) -> Rule[None]:
    """Turns 1 to 3, one for each player, then Turn 4, income for all."""
    yield from begin_sequence(number)
    for seat in order:
        playing = yield from victory.still_playing(seat)
        if playing:
            yield from movement.player_turn(seat)
            yield from victory.after_turn(seat)
    paying = yield from pays_income(number)
    if paying:
        yield from together(*(cities.income(seat) for seat in order))


@flow("11.0")
def production() -> Rule[None]:
    """Turn 5: all players build and buy at the same time (11.0)."""
    seats = yield from begin_production()
    yield from together(*(cities.produce(seat) for seat in seats))
    yield from cities.cut_stocks()


@step("6.0", asks_first=True)
def begin_round(state: HvWState) -> Rule[None]:
    """The next Round begins."""
    vote.settle_mix(state)
    state.round += 1
    state.phase = "initiative"
    state.sequence, state.turn, state.active = 0, 0, ""
    yield from note(t("Round {round}.", round=state.round), kind="round")


@step("6.0")
def begin_sequence(state: HvWState, number: int) -> None:
    """The next sequence begins."""
    state.phase, state.sequence, state.turn = "turns", number, 0


@step("6.0", "9.2")
def pays_income(state: HvWState, number: int) -> bool:
    """Whether Turn 4 pays: in every sequence, or once a Round (ruling R04); not after the end of the game."""
    state.phase, state.active = "income", ""
    if state.ended:
        return False
    return ruled(state, "income_per_round") == "3" or number == SEQUENCES


@step("11.0", "3.3.2")
def begin_production(state: HvWState) -> list[str]:
    """Begin Turn 5. Returns everybody still in the game; recruits may grow now (ruling R06)."""
    state.phase, state.active = "production", ""
    if ruled(state, "recruit_growth") == "turn5_start":
        cleanup.grow_recruits(state)
    return alive(state)
