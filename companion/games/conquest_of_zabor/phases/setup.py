"""Set-up: Position Cards, the draft of traits, starting areas and pieces, Barbarian Keeps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.engine.core.asking import choose, draw, note, together
from companion.engine.core.effects import Card, Rule
from companion.engine.core.errors import Refusal, Refused
from companion.engine.core.forms import Option
from companion.engine.core.menu import menu
from companion.engine.core.refusals import refuse_if
from companion.engine.core.rules import flow, step
from companion.engine.core.text import Text, listed, plural, t
from companion.games.conquest_of_zabor import facts
from companion.games.conquest_of_zabor.phases.victory import within_reach
from companion.games.conquest_of_zabor.realm.areas import from_master, join, units_in, who
from companion.games.conquest_of_zabor.realm.atlas import choose_area, label, near_offers, only_new
from companion.games.conquest_of_zabor.realm.deeds import do
from companion.games.conquest_of_zabor.realm.pieces import add_unit
from companion.games.conquest_of_zabor.realm.piles import draw_cards, title
from companion.games.conquest_of_zabor.sheet import sheet_of
from companion.games.conquest_of_zabor.state import Area, Player, ZaborState
from companion.games.conquest_of_zabor.wording import card_detail

FIRST = "first"
"""The kind of the trait in a hand that suits a first game."""


def new_state(seats: Sequence[str], settings: dict[str, str]) -> ZaborState:
    """A fresh match."""
    return ZaborState(
        seats=list(seats), players={seat: Player(seat) for seat in seats},
        length=settings.get("length", "short"),  # type: ignore[arg-type]
        per_age=int(settings.get("per_age", "2")),
        spaces=[""] * (2 * len(facts.ACTIONS)),
    )  # fmt: skip


@flow("Setup 1: position cards", "Setup 2: empire traits", "Setup 3: starting areas", "Setup 5: barbarians")
def set_up() -> Rule[None]:
    """The whole set-up; the holder of the Master of Events begins with a starting area."""
    seats = yield from deal_positions()
    for seat in seats:
        yield from deal_traits(seat)
    for _ in range(facts.NUMBER["kept"]):
        yield from draft()
    order = yield from reveal_traits()
    for seat in order:
        yield from choose_start(seat)
    for seat in order:
        yield from start_effects(seat)
    for seat in order:
        yield from barbarian_keep(seat)


@step("Setup 1: position cards")
def deal_positions(state: ZaborState) -> Rule[list[str]]:
    """Deal the Council, Events and as many of the other three as needed, one to each player. Returns the seats in
    order.
    """
    _take_in_map(state)
    for player in state.players.values():
        player.gold, player.envoys = facts.NUMBER["gold"], facts.ENVOYS[len(state.seats)]
    cards = facts.HOUSE.cards["position"]
    rest = [one for one in facts.POSITIONS if one not in (facts.COUNCIL, facts.EVENTS)]
    n = len(state.seats) - 2
    used = rest
    if n < len(rest):
        deck = [_position(state, one) for one in rest]
        others = plural(
            n,
            "Which Position Card is dealt out besides the Masters of the Council and of Events?",
            "Which {n} Position Cards are dealt out besides the Masters of the Council and of Events?",
        )
        used = yield from draw(state.seats[0], others, deck, n, about="used")
    dealt = [facts.COUNCIL, facts.EVENTS, *used]
    state.beside = [one for one in facts.POSITIONS if one not in dealt]
    for seat in state.seats:
        deck = [_position(state, one) for one in dealt]
        card = (
            dealt[0]
            if len(dealt) == 1
            else (yield from draw(seat, t("Which Position Card do you draw?"), deck, about="position"))[0]
        )
        dealt.remove(card)
        state.players[seat].positions.append(card)
        yield from note(t("{who} is {position}.", who=who(seat), position=t(cards[card].name)))
    return list(state.seats)


def _position(state: ZaborState, name: str) -> Card:
    """A Position Card of the deck, with its right."""
    decks = sheet_of(state.owner).decks
    card = decks.cards["position"][name]
    return Card(name, t(card.name), detail=card_detail(card, decks))


def _take_in_map(state: ZaborState) -> None:
    """An owner's map, where he has typed one in."""
    places = sheet_of(state.owner).places
    for name, one in places.items():
        state.areas[name] = Area(one.name, one.kind, one.region, charted=True)  # type: ignore[arg-type]
    for name, one in places.items():
        for other in one.borders:
            join(state, name, other)


@step("Setup 2: empire traits")
def deal_traits(state: ZaborState, seat: str) -> Rule[None]:
    """Deal a hand of 5 Empire Traits, for the player's eyes only."""
    hand = state.players[seat].passing = yield from draw_cards(state, seat, "trait", facts.NUMBER["draft"])
    own = t("You draw {cards}.", cards=listed([title(state, "trait", one) for one in hand]))
    yield from note(own, to=seat)
    yield from note(t("{who} has a hand of Empire Traits.", who=who(seat)))


@flow("Setup 2: empire traits")
def draft() -> Rule[None]:
    """All players keep one card of their hand, unseen by the others, and pass the rest clockwise, until all are
    kept.
    """
    seats = yield from drafting()
    yield from together(*(keep_one(seat) for seat in seats))
    yield from pass_on()


@step("Setup 2: empire traits")
def drafting(state: ZaborState) -> list[str]:
    """The seats that have a hand to choose from."""
    return [seat for seat in state.seats if state.players[seat].passing]


@step("Setup 2: empire traits", asks_first=True)
def keep_one(state: ZaborState, seat: str) -> Rule[None]:
    """A player keeps a card; the others learn which one only when all are revealed."""
    traits, player = sheet_of(state.owner).decks.cards["trait"], state.players[seat]
    able = {
        one: all(within_reach(state, goal) for goal in traits[one].goals) for one in player.passing if one in traits
    }
    easiest = max(player.passing, key=lambda one: (able.get(one, False), *_eases(traits, one, player.kept)))
    hand = [Option(one, title(state, "trait", one), told=_told_of(traits.get(one), able=able.get(one, True)),
                   kind=FIRST if one == easiest else "") for one in player.passing]  # fmt: skip
    prompt = t("Which Empire Trait do you keep as number {n} of {of}?", n=len(player.kept) + 1, of=facts.NUMBER["kept"])
    name = yield from choose(seat, prompt, hand, look="cards", about=f"draft:{seat}", own=prompt,
                             aside=_draft_words(state, player))  # fmt: skip
    player.passing.remove(name)
    player.kept.append(name)
    told = t("{who} keeps a trait: {n} of {of}.", who=who(seat), n=len(player.kept), of=facts.NUMBER["kept"])
    yield from note(t("You keep {card}.", card=title(state, "trait", name)), to=seat)
    yield from note(told)


def _told_of(card: facts.Card | None, *, able: bool) -> Text | None:
    """What a trait does, and whether one of its conditions needs more players than there are."""
    told = card_detail(card, between="\n")
    if told is None or able:
        return told
    return t("{told}\nYou are too few players to fulfil one of its conditions.", told=told)


def _eases(traits: Mapping[str, facts.Card], name: str, kept: Sequence[str]) -> tuple[int, int]:
    """How well a trait suits a first game: how many of its conditions are fulfilled by growing, and how much of them
    is wanted by traits that are kept, too; then whether it brings something at once.
    """
    card = traits.get(name)
    if card is None:
        return 0, 0
    asked = [{one.metric for group in goal.either for one in group} for goal in card.goals]
    wanted = {one.metric for other in kept if other in traits
              for goal in traits[other].goals for group in goal.either for one in group}  # fmt: skip
    together = len(set().union(*asked) & wanted)
    pays = any(one.word in ("income", "discount", "units", "gold") or one.start for one in card.effects)
    return sum(one <= facts.GROWTH for one in asked) - sum(not one <= facts.GROWTH for one in asked) + together, int(
        pays
    )


def _draft_words(state: ZaborState, player: Player) -> Text | None:
    """What a player has kept, and where the rest of the hand goes; what is left of the last one goes back."""
    n = len(player.passing) - 1
    goes_on = bool(n) and len(player.kept) + 1 < facts.NUMBER["kept"]
    rest = plural(n, "The other one goes to the next player.", "The other {n} go to the next player.")
    if not player.kept:
        return rest if goes_on else None
    kept = t("You keep {cards} already.", cards=listed([title(state, "trait", one) for one in player.kept]))
    return t("{kept} {rest}", kept=kept, rest=rest) if goes_on else kept


@step("Setup 2: empire traits")
def pass_on(state: ZaborState) -> None:
    """Pass every hand to the next player clockwise."""
    hands = [state.players[seat].passing for seat in state.seats]
    for seat, hand in zip(state.seats, hands[-1:] + hands[:-1], strict=True):
        state.players[seat].passing = hand


@step("Setup 2: empire traits", "Setup 7 and 8: decks and charts")
def reveal_traits(state: ZaborState) -> Rule[list[str]]:
    """Put the kept traits face up on the charts and the fifth ones back. Returns the order of the next steps."""
    for seat in state.seats:
        player = state.players[seat]
        player.traits, player.kept, player.passing = list(player.kept), [], []
        names = ", ".join(str(title(state, "trait", one)) for one in player.traits)
        yield from note(t("{who}: {traits}.", who=who(seat), traits=names))
    return from_master(state, facts.EVENTS)


@step("Setup 3: starting areas", "Setup 4: starting pieces")
def choose_start(state: ZaborState, seat: str) -> Rule[None]:
    """Choose one of the areas with a symbol of the player's colour, and place the starting pieces there."""
    starts = [one.home for one in state.players.values() if one.home]

    def against(place: str) -> Refusal | None:
        taken = place in starts or bool(units_in(state, place))
        return refuse_if(taken, "Setup 3: starting areas", t("It is taken."))

    prompt = t("In which area with a symbol of your colour do you start?")
    place = yield from choose_area(state, seat, prompt, "land", against, about="start")
    player, area = state.players[seat], state.areas[place]
    player.home, area.upgrade, area.holder = place, facts.START["upgrade"], seat
    area.roads.append(seat)
    for kind in facts.START["units"]:
        add_unit(state, seat, kind, place)
    sea = ""
    if area.kind == "coast":
        sea = yield from _first_fleet(state, seat, place)
    if not sea:
        add_unit(state, seat, facts.START["inland"], place)
    yield from note(t("{who} starts in {place}.", who=who(seat), place=label(state, place)), kind="start")


def _first_fleet(state: ZaborState, seat: str, place: str) -> Rule[str]:
    """A coastal start has a Fleet in an adjacent Sea Area; none where others are in all of them (A52)."""

    def against(sea: str) -> Refusal | None:
        return refuse_if(units_in(state, sea), "Setup 4: starting pieces", t("Units of another colour are there."))

    prompt = t("Which Sea Area does your Fleet start in?")
    near = near_offers(state, seat, place, "sea", against, wanted=prompt)
    if not any(one.against is None for one in near):
        return ""
    sea = yield from menu(seat, prompt, near, about="sea", skip_single=only_new(near))
    if units_in(state, sea):
        raise Refused("Setup 4: starting pieces", t("Units of another colour are there."), "choice")
    add_unit(state, seat, facts.START["coastal"], sea)
    return str(sea)


@step("Setup 4: starting pieces")
def start_effects(state: ZaborState, seat: str) -> Rule[None]:
    """What traits add at the start."""
    for name in list(state.players[seat].traits):
        card = facts_card(state, name)
        for effect in card.effects if card is not None else ():
            if effect.start:
                yield from do(state, seat, card, effect)  # type: ignore[arg-type]


def facts_card(state: ZaborState, name: str) -> facts.Card | None:
    """The card with this id that can lie on a chart, or None."""
    return sheet_of(state.owner).decks.find(name)


@step("Setup 5: barbarians")
def barbarian_keep(state: ZaborState, seat: str) -> Rule[None]:
    """Place a Barbarian Keep with 1 Infantry in an empty area of the player's choice."""

    def against(place: str) -> Refusal | None:
        area = state.areas[place]
        full = units_in(state, place) or area.upgrade or area.roads
        return refuse_if(full, "Setup 5: barbarians", t("It is not empty."))

    place = yield from choose_area(state, seat, t("Which empty area gets a Barbarian Keep?"), "land", against,
                                   about="barbarians")  # fmt: skip
    if not place:
        return
    state.areas[place].upgrade, state.areas[place].holder = "keep", facts.BARBARIAN
    add_unit(state, facts.BARBARIAN, "infantry", place)
    yield from note(t("Barbarians hold {place}.", place=label(state, place)))
