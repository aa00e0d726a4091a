"""The board as panels: the map of 64 tiles, both players, the piles, an invasion. Shows the state, decides nothing."""

from __future__ import annotations

from msgspec import structs

from companion.engine.core.effects import Sum
from companion.engine.core.text import Text, listed, t
from companion.engine.game.panels import (
    BattlePanel,
    BattleSide,
    Board,
    Display,
    Gauge,
    HexView,
    MapPanel,
    Panel,
    StackView,
    TablePanel,
    Token,
)  # fmt: skip
from companion.engine.game.verdict import Verdict
from companion.games.two_bases import facts
from companion.games.two_bases.deck import unseen
from companion.games.two_bases.land import HALF, PLACES, SQUARES, connected, income, leader, rival
from companion.games.two_bases.phases.combat import attackers, exchange, fighters_of, strength
from companion.games.two_bases.readers.statistics import counted
from companion.games.two_bases.sheet import sheet
from companion.games.two_bases.state import Battle, Piece, Player, Tile, TwoBasesState

LOOKS = {"blue": ("blue", "solid", "shield"), "orange": ("orange", "chevrons", "axe")}
PHASES = {
    "setup": "Set-up",
    "upkeep": "Upkeep",
    "search": "Upkeep",
    "movement": "Movement",
    "action": "Actions",
}


def board(state: TwoBasesState, seat: str) -> Board:
    """Everything a phone or screen shows of a match; a player's own half lies at the bottom."""
    own = seat if seat in facts.SEATS else facts.SEATS[0]
    panels: list[Panel] = [map_panel(state, own), other_tiles(state)]
    if state.battle is not None and is_shown(state, state.battle):
        panels.insert(0, battle_panel(state, state.battle))
    both = [state.players[one] for one in (own, rival(own))]
    panels += [*(display(state, one) for one in both), *(piles(one) for one in both), standing(state)]
    scenes = tuple(scene(state, one) for one in facts.SEATS)
    return Board(_where(state), _doing(state), tuple(panels), state.active, scenes)


def scene(state: TwoBasesState, seat: str) -> Display:
    """What a player has in hand: the figures, and the pieces that were used in this turn."""
    used = tuple(
        _stack(state, piece, "", place)
        for place in PLACES
        for piece in state.board[place].pieces
        if piece.seat == seat and (piece.fresh or piece.moved or piece.attacked or piece.spent)
    )
    own = sum(piece.seat == seat for tile in state.board.values() for piece in tile.pieces)
    whole = display(state, state.players[seat])
    return structs.replace(whole, gauges=(whole.gauges[0], Gauge(t("Pieces"), own)), slots=used)


def _where(state: TwoBasesState) -> Text:
    if state.winner:
        return t("End of the game")
    if not state.active:
        return t("Set-up")
    step = t(PHASES[state.phase])
    return t(
        "Turn {n} of {who} · {step}", n=state.players[state.active].turn, who=facts.TITLES[state.active], step=step
    )


def _doing(state: TwoBasesState) -> Text:
    if state.winner:
        return t("{who} has won", who=facts.TITLES[state.winner])
    if state.battle is not None and (invader := first_of(state, state.battle, state.active)):
        return t("{piece} invades {place}", piece=t(invader.name), place=state.battle.target.upper())
    return t("{who} plays", who=facts.TITLES[state.active]) if state.active else t("Laying tiles")


def outcome(state: TwoBasesState) -> Text:
    """How a match ended; an empty text while nobody has won."""
    return t("{who} has won", who=facts.TITLES[state.winner]) if state.winner else Text("")


GIVEN_UP = "given_up"
"""The ending that nothing on the board decides."""


def verdict(state: TwoBasesState) -> Verdict:
    """By which goal the match was won."""
    if not state.ending:  # saved by a release that did not keep it
        return Verdict(outcome(state))
    names = {"who": facts.TITLES[state.winner], "other": facts.TITLES[rival(state.winner)]}
    how = t(facts.ENDINGS[state.ending], **names)
    if state.ending == GIVEN_UP:
        return Verdict(how, t("The figures are for the record: they decided nothing."), "Goal", figures_decided=False)
    return Verdict(how, section="Goal")


# ---- the map


def map_panel(state: TwoBasesState, bottom: str) -> MapPanel:
    """All 64 tiles as squares, with the half of `bottom` at the bottom."""
    tiles = tuple(_square(state, place, bottom) for place in PLACES)
    fought = state.battle.target if state.battle is not None else ""
    return MapPanel("map", "map", t("Board"), tiles, "square", beside=True, scene=fought)


def _square(state: TwoBasesState, place: str, bottom: str) -> HexView:
    tile = state.board[place]
    column, row = SQUARES.at(place)
    x, y = (column, -row) if bottom == facts.SEATS[0] else (-column, row)
    half, name, path = facts.TITLES[HALF[place]], place.upper(), f"/board/{place}"
    pieces = tuple(_token(piece) for piece in tile.pieces)
    if not tile.kind:  # a piece stands there while its player says what the tile is
        return HexView(place, x, y, label=t("face down"), tile=half, name=name, hidden=True, tokens=pieces, path=path)
    words = [t(facts.NAMES[tile.kind]), *([t(facts.name_of(tile.built))] if tile.built else [])]
    label = words[0] if len(words) == 1 else listed(words)
    symbol = facts.SYMBOLS.get(tile.built or tile.kind, "")
    return HexView(
        place, x, y, facts.TERRAIN[tile.kind], symbol, label, half, name,
        owner=_flag(tile, place), held=LOOKS[tile.marker or HALF[place]][0],
        tokens=pieces,
        path=path, sign=t(facts.name_of(tile.built) if tile.built in facts.SYMBOLS else facts.NAMES[tile.kind]),
    )  # fmt: skip


def _flag(tile: Tile, place: str) -> str:
    """The colour of the flag on a tile: of its marker, on a Base of its side."""
    whose = tile.marker or (HALF[place] if tile.kind == "base" else "")
    return LOOKS[whose][0] if whose else ""


def _token(piece: Piece) -> Token:
    letter, symbol = facts.KINDS[piece.kind]
    level = 0 if piece.is_engine else piece.level
    words = t("{who} {name}", who=facts.TITLES[piece.seat], name=t(piece.name))
    if piece.damage:
        words = t("{piece}, {n} damage", piece=words, n=piece.damage)
    return Token(words, letter, *LOOKS[piece.seat], badge=str(piece.damage or ""), icon=symbol, level=level)


# ---- players


def display(state: TwoBasesState, player: Player) -> Display:
    """A player's action points, land and pieces on the board."""
    seat, base = player.seat, f"/players/{player.seat}"
    joined = [place for place in connected(state, seat) if state.board[place].kind != "base"]
    gauges = (
        Gauge(t("Action points"), player.points, "gold", "AP", path=f"{base}/points"),
        Gauge(t("Next upkeep, as it stands"), income(state, seat).total, "green", "+", "coins"),
        Gauge(t("Face-up terrain"), counted(state, seat)[0], "brown", icon="hill"),
        Gauge(t("of it connected"), len(joined), "blue", icon="castle"),
    )
    slots = tuple(
        _stack(state, piece, f"/board/{place}/pieces/{i}", place)
        for place in PLACES
        for i, piece in enumerate(state.board[place].pieces)
        if piece.seat == seat
    )
    lines = (t("No Action Step in this turn: a Base had to be found."),) if player.searched else ()
    when = t("Turn {n}", n=player.turn) if player.turn else t("Set-up")
    return Display(f"player:{seat}", "army", t(facts.TITLES[seat]), seat, when, *LOOKS[seat],
                   gauges, slots, lines, numbered=False)  # fmt: skip


def _stack(state: TwoBasesState, piece: Piece, path: str, place: str) -> StackView:
    card, symbol = sheet(state).pieces[piece.type], facts.KINDS[piece.kind][1]
    marks = [
        t("{place}", place=place.upper()),
        t("{n} damage, falls at {fatal}", n=piece.damage, fatal=card.health + 1),
    ]
    if piece.rests and piece.rests >= state.players[piece.seat].turn:
        marks.append(t("rests in turn {n}", n=piece.rests))
    if piece.spent and state.battle is None:
        marks.append(t("has invaded"))
    if state.battle is not None and (place, piece.type) == (state.battle.source, state.battle.aside):
        marks.append(t("takes no part"))
    return StackView(
        t(card.name),
        None,
        0,
        symbol,
        card.attack,
        None,
        None,
        *LOOKS[piece.seat],
        path,
        tuple(marks),
        health=card.health,
        hurt=(piece.damage, card.health + 1),
    )


def piles(player: Player) -> TablePanel:
    """How many of each card are in the pile, on the board, aside and out of the game."""
    rows = []
    for card in facts.CARDS.values():
        numbers = [pile.get(card.id, 0) for pile in (player.available, player.aside, player.out)]
        rows.append((t(card.name), *(t("{n}", n=n) for n in numbers)))
    head = (t("Card"), t("Available"), t("Aside"), t("Out of the game"))
    return TablePanel(
        f"piles:{player.seat}", "army", t("Cards of {who}", who=facts.TITLES[player.seat]), head, tuple(rows)
    )


def standing(state: TwoBasesState) -> TablePanel:
    """The figures that count for victory, and what each player has to spend as long as the match goes on."""
    rows = tuple(_standing_row(state, seat) for seat in facts.SEATS)
    spent = () if state.winner else (t("AP"),)
    head = (t("Player"), *spent, t("Open land"), t("Bases marked"), t("Pieces"))
    return TablePanel("standing", "standing", t("Standing"), head, rows, seats=tuple(facts.SEATS))


def _standing_row(state: TwoBasesState, seat: str) -> tuple[Text, ...]:
    points = () if state.winner else (state.players[seat].points,)
    return (t(facts.TITLES[seat]), *(t("{n}", n=n) for n in (*points, *counted(state, seat))))


def other_tiles(state: TwoBasesState) -> TablePanel:
    """The terrain tiles that do not lie face up: unseen, in the pool beside the board, or out of the game."""
    left = unseen(state)
    counts = [(kind, left[kind], state.pool.get(kind, 0), state.gone.get(kind, 0)) for kind in facts.TILES]
    rows = tuple((t(facts.NAMES[kind]), *(t("{n}", n=n) for n in numbers)) for kind, *numbers in counts)
    head = (t("Terrain"), t("Not seen yet"), t("In the pool"), t("Out of the game"))
    return TablePanel("beside", "map", t("Other tiles"), head, rows)


# ---- an invasion


def side_of(state: TwoBasesState, fight: Battle, seat: str) -> tuple[list[Piece], list[Piece]]:
    """The pieces of one side of an invasion: those that stand, and those it has lost."""
    there = attackers(state, fight) if seat == state.active else state.board[fight.target].pieces
    return [one for one in there if one.seat == seat], [one for one in fight.fallen if one.seat == seat]


def first_of(state: TwoBasesState, fight: Battle, seat: str) -> Piece | None:
    """The piece that fights for a side, also once it is lost."""
    standing, lost = side_of(state, fight, seat)
    return leader(standing) or leader(lost)


def is_shown(state: TwoBasesState, fight: Battle) -> bool:
    """Whether both sides are there, or one is there no more because it was lost."""
    return bool(state.active) and all(first_of(state, fight, seat) for seat in facts.SEATS)


def battle_panel(state: TwoBasesState, fight: Battle) -> BattlePanel:
    """Both fighting pieces, with the attack of each; who has fallen stays in the picture until the next deed."""
    sides = (_side(state, fight, state.active, fight.source), _side(state, fight, rival(state.active), fight.target))
    return BattlePanel("battle", "now", _doing(state), sides, (), (t("Rounds of combat so far: {n}", n=fight.rounds),))


def _side(state: TwoBasesState, fight: Battle, seat: str, place: str) -> BattleSide:
    tile, path, (standing, lost) = state.board[place], f"/board/{place}/pieces", side_of(state, fight, seat)
    piece = leader(standing)
    gauges: tuple[Gauge, ...] = ()
    if piece is not None:
        gauges = (Gauge(t("Attack"), strength(state, fight, piece, place).total, "red", "A", "attack"),)
    role = t("attacks") if seat == state.active else t("defends")
    words = t("{role}, high ground", role=role) if seat in fight.high else role
    there = [_stack(state, one, f"{path}/{i}/damage", place) for i, one in enumerate(tile.pieces)]
    gone = [structs.replace(_stack(state, one, "", place), marks=(t("lost"),), lost=True) for one in lost]
    return BattleSide(t(facts.TITLES[seat]), seat, words, gauges, (*there, *gone), tuple(t(one.name) for one in lost),
                      LOOKS[seat][0], made_of(state, fight, seat))  # fmt: skip


def made_of(state: TwoBasesState, fight: Battle, seat: str) -> Sum | None:
    """What high ground and walls do for a side: the sum of its attack, or that of the damage it takes in a round; None
    if they do nothing.
    """
    if (two := fighters_of(state, fight)) is None:
        return None
    sums = [pair[seat != state.active] for pair in exchange(state, fight, two)]
    return next((one for one in sums if len(one.terms) > 1), None)
