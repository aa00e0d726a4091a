"""The stand-alone battle: both sides say what they have, then it is fought as in a match."""

from __future__ import annotations

from typing import Any

from companion.engine.core.asking import ask, choose, note
from companion.engine.core.effects import Rule, as_call
from companion.engine.core.forms import AnyForm, Choose, Counts, Field, Fields, Option, Pick, Row, options
from companion.engine.core.rules import flow, step
from companion.engine.core.text import t
from companion.engine.game.record import Helper
from companion.games.conquest_of_zabor import facts
from companion.games.conquest_of_zabor.language import CHART, Effect
from companion.games.conquest_of_zabor.realm.areas import who
from companion.games.conquest_of_zabor.realm.battle import ROLES, army, battle, force
from companion.games.conquest_of_zabor.realm.pieces import add_unit, unit_names
from companion.games.conquest_of_zabor.sheet import decks_of
from companion.games.conquest_of_zabor.state import Area, Battle, Force, Player, ZaborState
from companion.games.conquest_of_zabor.wording import card_detail

SIDES = facts.SEATS[:2]
HERE = "here"
AT_FIRST = 2
"""So many Units of the commonest kind stand in the form before anybody types."""
IN_BATTLE = ("bonus_dice", "reroll")
"""Words that count in any battle; of the others what they are about has to."""
FIGHTING = ("absorb", "first_strike", "superiority", "support", "strength", "wounds")


def helper_state() -> ZaborState:
    """A state with two players and no map."""
    return ZaborState(seats=list(SIDES), players={one: Player(one) for one in SIDES})


@flow("Battle")
def two_armies() -> Rule[str]:
    """Two armies fight: First Strike, then round after round. Returns who has won."""
    yield from describe()
    won = yield from battle()
    return (yield from report(won))


@step("Battle")
def describe(state: ZaborState) -> Rule[None]:
    """Ask where the battle is and what both sides have: Units, an Upgrade, cards that count."""
    where = yield from choose(
        SIDES[0], t("Where is the battle?"), options(("land", t("On land")), ("sea", t("At sea"))), about="where"
    )
    state.areas[HERE] = Area("Battle", where)  # type: ignore[arg-type]
    for seat, prompt in zip(SIDES, (t("Who attacks?"), t("Who defends?")), strict=True):
        given: dict[str, Any] = yield from ask(seat, prompt, _form(state, where, seat), about=seat)
        owner = facts.BARBARIAN if given.get("who") == facts.BARBARIAN else seat
        for kind, n in given["units"].items():
            for _ in range(n):
                add_unit(state, owner, kind, HERE)
        if owner == seat:
            decks = decks_of(state.owner)
            for name in given["cards"]:
                deck = next(deck for deck in CHART if name in decks.cards[deck])
                player = state.players[seat]
                {"trait": player.traits, "position": player.positions, "dynasty": player.dynasty,
                 "artifact": player.artifact}[deck].append(name)  # fmt: skip
        if given.get("upgrade", "none") != "none":
            state.areas[HERE].upgrade, state.areas[HERE].holder = given["upgrade"], owner
    defender = facts.BARBARIAN if any(one.seat == facts.BARBARIAN for one in state.units.values()) else SIDES[1]
    state.battle = Battle(HERE, Force(SIDES[0]), Force(defender), rounds=0)


def counts_in(effect: Effect, where: str) -> bool:
    """Whether an effect of a card can matter in a battle on land or at sea."""
    if effect.word in IN_BATTLE:
        return True
    about = effect.get("ability") if effect.word == "ability" else effect.get("stat") if effect.word == "stat" else ""
    return about in FIGHTING and (effect.get("unit") == "fleet") == (where == "sea")


def _form(state: ZaborState, where: str, seat: str) -> AnyForm:
    decks = decks_of(state.owner)
    kinds = [one for one in decks.kinds.values() if one.naval == (where == "sea")]
    rows = tuple(Row(one.id, t("{unit}, Strength {n}", unit=t(one.name), n=one.strength), facts.SUPPLY.get(one.id, 1),
                     start=AT_FIRST if one is kinds[0] else 0) for one in kinds)  # fmt: skip
    taken = state.players[SIDES[0]]
    used = (*taken.traits, *taken.positions, *taken.dynasty, *taken.artifact)
    cards = tuple(Option(card.id, t(card.name), told=card_detail(card, decks))
                  for deck in CHART for card in decks.cards[deck].values()
                  if card.id not in used and any(counts_in(effect, where) for effect in card.effects))  # fmt: skip
    fields = [Field("units", t("Units"), Counts(rows, least=1)), Field("cards", t("Cards that count"), Pick(cards))]
    if seat == SIDES[1]:
        names = (("empire", t("An Empire")), (facts.BARBARIAN, t("Barbarians")))
        fields.insert(0, Field("who", t("Who is it?"), Choose(options(*names))))
        if where == "land":
            built = (("none", t("None")), *((one, t(facts.ITEMS[one].name)) for one in facts.UPGRADES))
            fields.append(Field("upgrade", t("Upgrade in the area"), Choose(options(*built))))
    return Fields(tuple(fields))


@step("Battle")
def report(state: ZaborState, won: str) -> Rule[str]:
    """Write who is left into the log, and return who won. The battle stays: it is the picture of the result."""
    for role in ROLES:
        kinds = [state.units[one].kind for one in army(state, role)]
        left = unit_names(state, kinds) if kinds else t("nobody")
        yield from note(t("{who}: {units} left.", who=who(force(state, role).seat), units=left))
    return won


HELPERS = (
    Helper("battle", "A battle", "Two armies: First Strike, dice pools, wounds, round by round", "Battle",
           as_call(two_armies()), SIDES),
)  # fmt: skip
