"""Combat: rounds of damage between two pieces, high ground, Siege Engines, the free advance."""

from __future__ import annotations

from companion.engine.core.asking import confirm, goto, note
from companion.engine.core.effects import Rule, Sum, Term, add_up
from companion.engine.core.rules import flow, step
from companion.engine.core.text import Text, t
from companion.games.two_bases import facts
from companion.games.two_bases.land import ground, leader
from companion.games.two_bases.phases import victory
from companion.games.two_bases.sheet import sheet
from companion.games.two_bases.state import Battle, Piece, TwoBasesState
from companion.games.two_bases.tiles import enter, remove_piece


@flow("Combat")
def invasion() -> Rule[None]:
    """Round after round, until a piece falls or the turn player stops."""
    outcome = yield from combat_round()
    again = outcome == "both" and (yield from go_on())
    if again:
        return goto(invasion())
    if outcome != "both":
        yield from advance(outcome)
    return None


def fighters(state: TwoBasesState) -> tuple[Piece, Piece] | None:
    """The attacker and the defender; None when a correction has taken one of them away."""
    fight = state.battle
    if fight is None:
        return None
    a, b = leader(attackers(state, fight)), leader(state.board[fight.target].pieces)
    return (a, b) if a and b and a.seat != b.seat else None


def attackers(state: TwoBasesState, fight: Battle) -> list[Piece]:
    """The pieces of the attacking space that take part: one that rests or has invaded already does not (A14, A26)."""
    return [piece for piece in state.board[fight.source].pieces if piece.type != fight.aside]


OUTCOMES = {(False, False): "both", (False, True): "attacker", (True, False): "defender", (True, True): "none"}
"""Who is left of an exchange, by whether attacker and defender died."""


@step("Combat")
def combat_round(state: TwoBasesState) -> Rule[str]:
    """One exchange of damage. Gives who is left: both, attacker, defender or none."""
    fight, two = state.battle, fighters(state)
    if fight is None or two is None:
        return "none"
    if not fight.rounds or state.rulings["high_ground_time"] == "each-round":
        fight.high = high_ground(state, fight, *two)
    fight.rounds += 1
    a, b = two
    hits = strength(state, fight, a, fight.source), strength(state, fight, b, fight.target)
    taken = damage(state, a, hits[0], hits[1]), damage(state, b, hits[1], hits[0])
    x, y = taken[0].total, taken[1].total
    a.damage, b.damage = a.damage + x, b.damage + y
    text = t("Round {n}: {a} takes {x}, {b} takes {y}.", n=fight.rounds, a=a.name, x=x, b=b.name, y=y)
    yield from note(text, *hits, *taken)
    sides = (fight.source, a, attackers(state, fight)), (fight.target, b, list(state.board[fight.target].pieces))
    for place, piece, pieces in sides:
        for one in pieces if dead(state, piece) else ():
            yield from remove_piece(state, place, one, killed=True)
    return OUTCOMES[dead(state, a), dead(state, b)]


def dead(state: TwoBasesState, piece: Piece) -> bool:
    """More damage than health."""
    return piece.damage > sheet(state).pieces[piece.type].health


def high_ground(state: TwoBasesState, fight: Battle, attacker: Piece, defender: Piece) -> list[str]:
    """The players whose piece has high ground."""
    a, b = (attacker, fight.source), (defender, fight.target)
    return [own[0].seat for own, enemy in ((a, b), (b, a)) if _is_high(state, *own, *enemy)]


def _is_high(state: TwoBasesState, piece: Piece, place: str, enemy: Piece, there: str) -> bool:
    """By the land a piece itself stands on, or because its enemy has none (Soldiers; both or neither by ruling A17)."""
    own = facts.HIGH_GROUND[piece.kind]
    if not own.if_enemy_has_none:
        return bool(own.ground) and own.ground == ground(state, state.board[place])
    if facts.HIGH_GROUND[enemy.kind].if_enemy_has_none:
        return state.rulings["soldier_duel"] == "both"
    return not _is_high(state, enemy, there, piece, place)


def strength(state: TwoBasesState, fight: Battle, piece: Piece, place: str) -> Sum:
    """The attack of a piece in this round: high ground, and walls for a defender if no Siege Engine breaks them."""
    cards = sheet(state)
    high = cards.high_ground[piece.kind].attack_plus[piece.level - 1] if piece.seat in fight.high else 0
    broken = len(attackers(state, fight)) > 1
    built = cards.developments.get(state.board[place].built) if place == fight.target and not broken else None
    walls = [Term(t("{name} (house)", name=built.name), built.defend_plus, "Combat")] if built else []
    return add_up(
        t("Attack of {who}", who=facts.TITLES[piece.seat]),
        Term(t(piece.name), cards.pieces[piece.type].attack, "Combat"),
        Term(t("high ground (house)"), high, "Combat"),
        *walls,
    )


def damage(state: TwoBasesState, piece: Piece, own: Sum, enemy: Sum) -> Sum:
    """The damage a piece takes: the enemy's attack less what its own high ground wards off; 1 where nobody can hit."""
    high = state.battle is not None and piece.seat in state.battle.high
    warded = sheet(state).high_ground[piece.kind].damage_taken_minus[piece.level - 1] if high else 0
    return add_up(
        t("Damage of {who}", who=facts.TITLES[piece.seat]),
        Term(t("attack of the enemy"), enemy.total, "Combat"),
        Term(t("two pieces with attack 0"), int(own.total == enemy.total == 0), "Combat"),
        Term(t("high ground (house)"), -min(warded, enemy.total), "Combat"),
    )


@step("Combat")
def go_on(state: TwoBasesState) -> Rule[bool]:
    """Both live: the turn player goes on or stops."""
    two, again = fighters(state), False
    if two is not None:
        prompt = t("{a}, {b}. Another round?", a=_condition(state, two[0]), b=_condition(state, two[1]))
        yes, no = t("Another round"), t("Stop the invasion")
        again = yield from confirm(two[0].seat, prompt, yes, no, about="go_on")
    if not again:
        state.battle = None
    return again


def _condition(state: TwoBasesState, piece: Piece) -> Text:
    """`Soldier I 1/2 damage`."""
    most = sheet(state).pieces[piece.type].health
    return t("{piece} {n}/{most} damage", piece=piece.name, n=piece.damage, most=most)


@step("Combat")
def advance(state: TwoBasesState, winner: str) -> Rule[None]:
    """Whoever is left may move into the space that is free now; it is not the one move of the turn."""
    fight, state.battle = state.battle, None
    if fight is not None and winner != "none":
        here, there = (fight.source, fight.target) if winner == "attacker" else (fight.target, fight.source)
        pieces = attackers(state, fight) if winner == "attacker" else state.board[here].pieces
        for one in pieces:
            one.spent = one.spent and not (winner == "attacker" and state.rulings["invasions"] == "until-stopped")
        piece = leader(pieces)
        if piece is not None and not state.board[there].pieces:
            yield from _advance(state, piece, here, there)
    yield from victory.settle(state)


def _advance(state: TwoBasesState, piece: Piece, here: str, there: str) -> Rule[None]:
    prompt = t("{piece} has won. Advance to {place}?", piece=piece.name, place=there.upper())
    if (yield from confirm(piece.seat, prompt, t("Advance"), t("Stay"), about="advance", section="Combat")):
        yield from enter(state, piece, here, there, delays=state.rulings["advance_delay"] == "delay")
