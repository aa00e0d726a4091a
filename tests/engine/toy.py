"""Fairground: a toy game that uses every effect of the engine, so that the engine can be tested without a real game.

Two or three stalls prepare, then play rounds: each earns by a random table (one row of which is unknown), shops,
bids in secret, and the first two in order fight a duel. After the agreed number of rounds the gold is compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Struct, field

from companion.engine.core.asking import (
    all_of,
    ask,
    choose,
    commit,
    confirm,
    contest,
    counts,
    draw,
    goto,
    note,
    number,
    pick,
    pool,
    roll,
    together,
)
from companion.engine.core.chances import Bands, Contest, Order
from companion.engine.core.effects import Ask, Card, Roll, Rule, Sum, Term
from companion.engine.core.errors import Refusal, Refused
from companion.engine.core.forms import Confirm, Field, Fields, Number, Option, Row, options
from companion.engine.core.random_tables import RandomTable, roll_on
from companion.engine.core.rules import flow, step
from companion.engine.core.rulings import Reading, Ruling
from companion.engine.core.text import Text, t
from companion.engine.game.panels import Board, Gauge, Stock
from companion.engine.game.record import Game, Helper, LedgerRow, SeatInfo, Setting
from companion.engine.running.save import State
from companion.engine.running.views import HIDDEN, OWN

SEATS = ("ann", "bob", "cat")
PRICES = {"lamp": 2, "rope": 1, "tent": 5}
CARDS = ("joker", "judge", "jewel", "giant", "goose")
WINDFALL = RandomTable("windfall", "Windfall Table", "2.1", "house", {1: 0, 2: 1, 3: 2, 5: 4, 6: 6})


class Side(Struct):
    """One stall: what it owns, and the hand only its seat may see."""

    seat: str
    name: str = ""
    gold: int = 0
    goods: dict[str, int] = {}
    fighters: int = 3
    hand: Annotated[list[str], OWN] = []


class Fair(State):
    """The whole fair; nobody sees the cup."""

    sides: dict[str, Side]
    rounds: int = 2
    cup: Annotated[list[str], HIDDEN] = field(default_factory=list)
    minted: int = 0
    spent: int = 0
    prizes: dict[int, str] = field(default_factory=dict)


class Outcome(Struct, frozen=True):
    """How a duel ended: a typed result that flows pass on."""

    winner: str
    swings: int
    left: dict[str, int] = {}


# ---- preparing


@step("1.1")
def prepare(state: Fair, seat: str) -> Rule[None]:
    """A stall gets a name and starting gold, with a form of several fields."""
    form = Fields(
        (
            Field("gold", t("Starting gold"), Number(0, 20)),
            Field("banner", t("With a banner?"), Confirm()),
        )
    )
    answer = yield from ask(seat, t("Prepare your stall."), form)
    side = state.sides[seat]
    side.gold = answer["gold"]
    side.name = f"{seat}{' with a banner' if answer['banner'] else ''}"
    state.minted += answer["gold"]
    yield from note(t("{seat} starts with {gold}.", seat=seat, gold=side.gold), about=f"side:{seat}")


@step("1.2")
def deal(state: Fair, seat: str) -> Rule[int]:
    """Two cards from the cup; the others hear only that they were drawn."""
    deck = [Card(name, t(name), state.cup.count(name)) for name in sorted(set(state.cup))]
    cards = yield from draw(seat, t("Draw two cards."), deck, 2)
    for card in cards:
        state.cup.remove(card)
    state.sides[seat].hand += cards
    yield from note(t("{seat} draws.", seat=seat))
    yield from note(t("You drew {cards}.", cards=", ".join(cards)), to=seat)
    return len(cards)


@step("1.3")
def who_is_first(state: Fair) -> Rule[list[str]]:
    """All roll at once; ties keep the order of the seats."""
    seats = list(state.sides)
    parts = [Roll(seat, "1.3", t("Roll for the order."), (6,)) for seat in seats]
    dice = yield from all_of(*parts, joint=Order())
    return sorted(seats, key=lambda seat: -dice[seats.index(seat)][0])


# ---- a round


@step("2.1")
def earn(state: Fair, seat: str) -> Rule[int]:
    """Windfall, doubled if the pool of dice says so."""
    row = yield from roll_on(WINDFALL, seat, Number(0, 9))
    lucky = yield from pool(seat, t("Roll two dice for luck."), 2, 6, 5)
    gain = row * (1 + lucky)
    state.sides[seat].gold += gain
    state.minted += gain
    why = Sum(t("Gain"), (Term(t("windfall"), row, "2.1"), Term(t("luck"), gain - row, "2.1")))
    yield from note(t("{seat} earns {gain}.", seat=seat, gain=gain), why)
    return gain


@step("2.2")
def shop(state: Fair, seat: str) -> Rule[None]:
    """Buy goods within the budget; three tents at once are refused by the rule, not by the form."""
    side = state.sides[seat]
    rows = [Row(good, t(good), 3, price) for good, price in PRICES.items()]
    bought = yield from counts(seat, t("Buy goods."), rows, budget=side.gold)
    if bought.get("tent", 0) > 2:
        raise Refused("2.2", t("Nobody can carry three tents."), "tent", "too_many")
    price = sum(PRICES[good] * count for good, count in bought.items())
    side.gold -= price
    state.spent += price
    for good, count in bought.items():
        side.goods[good] = side.goods.get(good, 0) + count
    if side.goods:
        shown = yield from pick(seat, t("Which goods do you show?"), options(*((g, t(g)) for g in side.goods)))
        yield from note(t("{seat} shows {n} kinds.", seat=seat, n=len(shown)))


@flow("2.3")
def visit(seat: str) -> Rule[int]:
    """One stall's own business: earn, then shop."""
    gain = yield from earn(seat)
    if gain:
        yield from note(t("{seat} goes shopping.", seat=seat), section="2.3")
    yield from shop(seat)
    return gain


@step("2.4")
def bid(state: Fair) -> Rule[str]:
    """Everybody bids in secret; the dearest pays, the bank keeps it."""
    seats = list(state.sides)
    parts = [Ask(seat, "2.4", t("Your bid?"), Number(0, state.sides[seat].gold)) for seat in seats]
    bids = yield from commit(*parts)
    best = max(bids)
    winner = seats[bids.index(best)]
    state.sides[winner].gold -= best
    state.spent += best
    state.prizes[len(state.prizes) + 1] = winner
    return winner


@step("2.5")
def challenge(state: Fair, seat: str, rival: str) -> Rule[bool]:
    """Whether the first stall challenges the second; not without fighters."""
    refusal = None
    if not state.sides[seat].fighters or not state.sides[rival].fighters:
        refusal = Refusal("2.5", t("Nobody is left to fight."))
    answer = yield from confirm(seat, t("Challenge {rival}?", rival=rival), refusal=refusal)
    return answer


@step("3.1")
def swing(state: Fair, seat: str, rival: str) -> Rule[str]:
    """Both roll; the lower loses a fighter; the ruling says what a tie does."""
    one = Roll(seat, "3.1", t("Swing!"), (20,))
    two = Roll(rival, "3.1", t("Parry!"), (20,))
    again = state.rulings["ties"] == "again"
    mine, theirs = yield from contest(one, two, Contest(0, ties_lose=not again))
    if mine == theirs and again:
        return ""
    loser = rival if mine > theirs else seat
    state.sides[loser].fighters -= 1
    return rival if loser == seat else seat


@step("3.2")
def still_standing(state: Fair, seat: str) -> int:
    """How many fighters a stall has left. A step that asks nothing and is a plain function."""
    return state.sides[seat].fighters


@flow("3.0")
def duel(seat: str, rival: str, swings: int) -> Rule[Outcome]:
    """Swing until one side has no fighter left."""
    winner = yield from swing(seat, rival)
    mine = yield from still_standing(seat)
    theirs = yield from still_standing(rival)
    if not mine or not theirs:
        return Outcome(winner, swings, {seat: mine, rival: theirs})
    return goto(duel(seat, rival, swings + 1))


@step("2.6")
def reward(state: Fair, outcome: Outcome) -> Rule[str]:
    """The winner of a duel chooses a prize, by the fall of a die."""
    die = yield from roll(outcome.winner, t("Roll for the prize."), 6, Bands((4,)))
    side = state.sides[outcome.winner]
    gift = [
        Option("gold", t("5 gold")),
        Option("tent", t("A tent"), None if die >= 4 else Refusal("2.6", t("Too low."))),
    ]
    taken = yield from choose(outcome.winner, t("Choose your prize."), gift)
    if taken == "gold":
        side.gold += 5
        state.minted += 5
    else:
        side.goods["tent"] = side.goods.get("tent", 0) + 1
    return taken


@step("2.7")
def clean_up(state: Fair) -> None:
    """Fighters come back."""
    for side in state.sides.values():
        side.fighters = 3


@flow("2.0")
def fair_round(n: int, rounds: int, order: list[str]) -> Rule[int]:
    """One round, then the next one."""
    yield from together(*(visit(seat) for seat in order))
    yield from bid()
    if (yield from challenge(order[0], order[1])):
        outcome = yield from duel(order[0], order[1], 1)
        yield from reward(outcome)
    yield from clean_up()
    if n == rounds:
        return n
    return goto(fair_round(n + 1, rounds, order[1:] + order[:1]))


@step("4.1")
def compare(state: Fair) -> Rule[dict[str, int]]:
    """The end."""
    table = {seat: side.gold for seat, side in state.sides.items()}
    yield from note(t("The fair is over."))
    return table


@step("1.0")
def stalls(state: Fair) -> list[str]:
    """Who takes part."""
    return list(state.sides)


@step("1.4")
def length(state: Fair) -> int:
    """How many rounds were agreed."""
    return state.rounds


@flow("0")
def play() -> Rule[dict[str, int]]:
    """The whole game."""
    seats = yield from stalls()
    yield from together(*(prepare(seat) for seat in seats))
    yield from together(*(deal(seat) for seat in seats))
    order = yield from who_is_first()
    rounds = yield from length()
    yield from fair_round(1, rounds, order)
    result = yield from compare()
    return result


@flow("3.0")
def practice() -> Rule[Outcome]:
    """The helper: one duel on its own."""
    yield from sides_of_practice()
    outcome = yield from duel("ann", "bob", 1)
    return outcome


@step("3.0")
def sides_of_practice(state: Fair) -> Rule[None]:
    """How many fighters each side brings."""
    ours = yield from number("table", t("Our fighters"), 1, 9)
    theirs = yield from number("table", t("Their fighters"), 1, 9)
    state.sides = {"ann": Side("ann", fighters=ours), "bob": Side("bob", fighters=theirs)}


# ---- the game record


def new_state(seats: Sequence[str], settings: dict[str, str]) -> Fair:
    """The fair before it opens."""
    rounds = {"short": 2, "long": 5}[settings.get("length", "short")]
    return Fair(sides={seat: Side(seat) for seat in seats}, rounds=rounds, cup=sorted(CARDS * 2))


def check(state: Fair) -> list[str]:
    """Gold is neither made nor lost."""
    total = sum(side.gold for side in state.sides.values())
    problems = [] if total == state.minted - state.spent else ["gold was made or lost"]
    cards = len(state.cup) + sum(len(side.hand) for side in state.sides.values())
    return problems + ([] if cards in (0, 10) else ["cards were made or lost"])


def board(state: Fair, seat: str) -> Board:
    """What everybody sees, and the own hand."""
    panels = []
    for side in state.sides.values():
        gauges = [Gauge(t("Gold"), side.gold, path=f"/sides/{side.seat}/gold")]
        if side.seat == seat:
            gauges += [Gauge(t(card), 1) for card in side.hand]
        panels.append(Stock(side.seat, "army", t(side.seat), tuple(gauges), side.seat))
    return Board(Text("At the fair"), Text("Trading"), tuple(panels))


TIES = Ruling(
    "T1", "ties", "What does a tie do?", ("3.1",), (Reading("again", "Nothing"), Reading("rival", "The rival wins"))
)
SALE = Ruling("T2", "sale", "Is there a sale?", ("2.2",), (Reading("no", "No"), Reading("yes", "Yes")))

GAME = Game(
    name="toy",
    title="Fairground",
    summary="A game for testing.",
    players=(2, 3),
    seats=tuple(SeatInfo(seat, seat.title()) for seat in SEATS),
    state_type=Fair,
    new_state=new_state,
    helper_state=lambda: Fair(sides={}),
    play=play().call,
    settings=(Setting("length", "Length", (("short", "Short"), ("long", "Long"))),),
    rulings=(TIES, SALE),
    tables=(WINDFALL,),
    helpers=(Helper("practice", "Practice", "A duel.", "3.0", practice().call, ("table", "ann", "bob")),),
    rows=(
        LedgerRow("TOY-1", "2.1", "basic", "income", "Stalls earn.", "value", "compute", "tests.engine.toy.earn"),
        LedgerRow("TOY-2", "3.1", "basic", "ties", "Ties.", "value", "compute", "T1"),
    ),
    board=board,
    check=check,
)
