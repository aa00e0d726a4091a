"""How a match ended and why: by which condition it was won, and how victory points are made up."""

from __future__ import annotations

from companion.engine.core.effects import Sum, Term
from companion.engine.core.text import Text, listed, named, plural, t
from companion.engine.game.verdict import Figures, Verdict
from companion.games.multiverse_war.phases.victory import in_force, score, standing
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.state import WarState
from companion.games.multiverse_war.world.units import book, name_of, who

SECTION = "Victory conditions"
FOR_THE_RECORD = t("The figures are for the record: they decided nothing.")


def verdict(state: WarState) -> Verdict:
    """By which condition a finished match was won."""
    if not state.winners:
        return Verdict(standing(state))
    points = [Figures(t("Victory points"), tuple(score(state, seat) for seat in state.seats))]
    figures = (*(points if in_force(state, "points") else []), _kills(state))
    return Verdict(_how(state), _ended(state), SECTION, figures, figures_decided=state.ending == "points")


def _how(state: WarState) -> Text:
    names = named([who(one) for one in state.winners])
    match state.ending:
        case "city":
            return plural(
                len(state.winners),
                "{who} has taken the city of the enemy.",
                "{who} have taken the city of the enemy.",
                who=names,
            )
        case "hero":
            return t("A hero of {who} has reached level {level}.", who=names, level=facts.NUMBERS["hero"]["levels"])
        case "age":
            return t("{who}: three different units of the third age are unlocked.", who=names)
        case "portal":
            return t("{who}: the Stone Portal is complete.", who=names)
        case "points":
            best = max(score(state, seat).total for seat in state.winners)
            return t("{who}: the most victory points, {best}.", who=names, best=best)
    gone = {seat: one.lost_by for seat, one in state.players.items() if one.out}
    if len(gone) == 1:
        ((seat, why),) = gone.items()
        return t("{loss}: {who} is left.", loss=_loss(seat, why), who=names)
    return t("{who}: nobody else is left. {losses}.", who=names, losses=listed([_loss(*one) for one in gone.items()]))


def _loss(seat: str, why: str) -> Text:
    """How a player went out of the game."""
    match why:
        case "city":
            return t("{who} has lost the city", who=who(seat))
        case "given_up":
            return t("{who} has given up", who=who(seat))
    return t("{who} is out", who=who(seat))


def _ended(state: WarState) -> Text:
    """Why it was over then."""
    if state.ending == "points":
        return t("Turn {n}, the last one, is over.", n=state.limit)
    out = [who(seat) for seat in state.seats if state.players[seat].out]
    if not out or state.ending == "last":
        return t("It ended in turn {n}. {figures}", n=state.turn, figures=FOR_THE_RECORD)
    return t("Out of the game: {who}. {figures}", who=named(out), figures=FOR_THE_RECORD)


def _kills(state: WarState) -> Figures:
    """The battle records: kills by the kind that made them."""
    kinds = book(state).units
    sums = [Sum(who(seat), tuple(Term(name_of(state, kind), n) for kind, n in player.kills.items() if kind in kinds))
            for seat, player in state.players.items()]  # fmt: skip
    return Figures(t("Battle record: enemies and buildings, without what heroes killed"), tuple(sums))
