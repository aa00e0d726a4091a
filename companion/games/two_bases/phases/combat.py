"""Combat: rounds of damage between two pieces, high ground, Siege Engines, the free advance."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from companion.engine.rules import Rule, Sum, Term, Text, add_up, confirm, flow, goto, note, step, t
from companion.games.two_bases import facts, land, tiles, victory
from companion.games.two_bases.sheet import sheet
from companion.games.two_bases.state import Battle, Piece, TwoBasesState


@flow("Combat")
def invasion() -> Rule[None]:
    """A fight: rounds until a piece falls or the turn player stops."""
    outcome = yield from combat_round()
    if outcome == "both" and (yield from go_on()):
        return goto(invasion())
    yield from advance(outcome)
    return None


def fighters(state: TwoBasesState) -> tuple[Piece, Piece] | None:
    """The attacker and the defender; None when a correction has removed one of them."""
    return fighters_of(state, state.battle) if state.battle else None


def fighters_of(state: TwoBasesState, fight: Battle) -> tuple[Piece, Piece] | None:
    """The attacker and the defender of a fight, perhaps one that nobody has declared yet."""
    a, b = land.leader(attackers(state, fight)), land.leader(state.board[fight.target].pieces)
    return (a, b) if a and b and a.seat != b.seat else None


def attackers(state: TwoBasesState, fight: Battle) -> list[Piece]:
    """The pieces in the attacking space that take part: not one that rests or has already invaded (A14, A26)."""
    return [piece for piece in state.board[fight.source].pieces if piece.type != fight.aside]


# who is left of an exchange, by whether attacker and defender died
OUTCOMES = {(False, False): "both", (False, True): "attacker", (True, False): "defender", (True, True): "none"}


@step("Combat")
def combat_round(state: TwoBasesState) -> Rule[str]:
    """One exchange of damage. Returns who is left: both, attacker, defender or none."""
    fight, two = state.battle, fighters(state)
    if fight is None or two is None:
        return "none"
    if not fight.rounds or state.rulings["high_ground_time"] == "each-round":
        fight.high = high_ground(state, fight, two)
    fight.rounds += 1
    a, b = two
    hits, taken = exchange(state, fight, two)
    a.damage, b.damage = a.damage + taken[0].total, b.damage + taken[1].total
    words, x, y = "Round of combat {n}: {a} takes {x}, {b} takes {y}.", taken[0].total, taken[1].total
    first, second = _names(two)
    yield from note(t(words, n=fight.rounds, a=first, b=second, x=x, y=y), *hits, *taken, kind="blows")
    sides = (fight.source, a, attackers(state, fight)), (fight.target, b, list(state.board[fight.target].pieces))
    for place, piece, pieces in sides:
        for one in pieces if dead(state, piece) else ():
            yield from tiles.remove_piece(state, place, one, killed=True)
            fight.fallen.append(one)
    return OUTCOMES[dead(state, a), dead(state, b)]


Sums = tuple[Sum, Sum]


def exchange(state: TwoBasesState, fight: Battle, two: tuple[Piece, Piece]) -> tuple[Sums, Sums]:
    """The attacks of both pieces in a round, and the damage that they take."""
    a, b = two
    hits = strength(state, fight, a, fight.source), strength(state, fight, b, fight.target)
    return hits, (damage(state, fight, a, *hits), damage(state, fight, b, *reversed(hits)))


def foretold(state: TwoBasesState, fight: Battle, two: tuple[Piece, Piece]) -> Text:
    """What the next round of a fight brings: nothing in it is left to chance."""
    took = next_damage(state, fight, two)
    fates = _fates(two, took, [_would_fall(state, piece, n) for piece, n in zip(two, took, strict=True)])
    if fight.rounds:
        return t("Next round of combat: {fates}.", fates=fates)
    return t("First round of combat: {fates}.", fates=fates)


def _fates(two: tuple[Piece, Piece], took: tuple[int, int], falls: list[bool]) -> Text:
    """What each takes; who falls and who lives."""
    (a, b), (x, y) = _names(two), took
    if falls[0] == falls[1]:
        if falls[0]:
            return t("{a} takes {x} damage, {b} takes {y}, both fall", a=a, b=b, x=x, y=y)
        return t("{a} takes {x} damage, {b} takes {y}, both live", a=a, b=b, x=x, y=y)
    if falls[1]:
        a, b, x, y = b, a, y, x
    return t("{a} takes {x} damage and falls, {b} takes {y} and lives", a=a, b=b, x=x, y=y)


def _names(two: tuple[Piece, Piece]) -> list[Text]:
    """What both pieces are called, with their sides where they are of one name."""
    alike = two[0].type == two[1].type
    return [land.owned(one) if alike else t(one.name) for one in two]


def next_damage(state: TwoBasesState, fight: Battle, two: tuple[Piece, Piece]) -> tuple[int, int]:
    """The damage that the attacker and the defender take in the next round."""
    if not fight.rounds or state.rulings["high_ground_time"] == "each-round":
        fight = replace(fight, high=high_ground(state, fight, two))
    a, b = exchange(state, fight, two)[1]
    return a.total, b.total


def _would_fall(state: TwoBasesState, piece: Piece, took: int) -> bool:
    return dead(state, replace(piece, damage=piece.damage + took))


def pays(state: TwoBasesState, fight: Battle, two: tuple[Piece, Piece]) -> bool:
    """Whether the attacker gains by another round: its piece lives, and the other one is hit."""
    took, dealt = next_damage(state, fight, two)
    return dealt > 0 and not _would_fall(state, two[0], took)


def dead(state: TwoBasesState, piece: Piece) -> bool:
    """Whether a piece has more damage than its health."""
    return piece.damage > sheet(state).pieces[piece.type].health


def high_ground(state: TwoBasesState, fight: Battle, two: tuple[Piece, Piece]) -> list[str]:
    """The players whose piece has high ground: by its land, or for Soldiers because the enemy has none (ruling A17)."""
    kinds = [(piece.seat, facts.HIGH_GROUND[piece.kind]) for piece in two]
    grounds = [land.ground(state, state.board[place]) for place in (fight.source, fight.target)]
    by_land = [seat for (seat, kind), own in zip(kinds, grounds, strict=True) if kind.ground and kind.ground == own]
    soldiers = [seat for seat, kind in kinds if kind.if_enemy_has_none]
    neither = len(soldiers) == len(two) and state.rulings["soldier_duel"] != "both"
    return by_land or ([] if neither else soldiers)


def strength(state: TwoBasesState, fight: Battle, piece: Piece, place: str) -> Sum:
    """The attack of a piece in this round: its own, high ground, and walls for a defender unless a Siege Engine
    breaks them.
    """
    cards, level = sheet(state), piece.level - 1
    high = cards.high_ground[piece.kind].attack_plus[level] if piece.seat in fight.high else 0
    walled = place == fight.target and len(attackers(state, fight)) < 2
    built = cards.developments.get(state.board[place].built) if walled else None
    walls = [Term(t("{name} (house value)", name=built.name), built.defend_plus, "Combat")] if built else []
    own = Term(t("attack of {piece}", piece=t(piece.name)), cards.pieces[piece.type].attack, "Combat")
    terms = own, Term(HIGH, high, "Combat"), *walls
    return add_up(t("Attack of {who}", who=facts.TITLES[piece.seat]), *terms)


HIGH = t("high ground (house value)")


def damage(state: TwoBasesState, fight: Battle, piece: Piece, own: Sum, enemy: Sum) -> Sum:
    """The damage that a piece takes: the enemy's attack less what its own high ground prevents; 1 if both have
    attack 0.
    """
    by_level = sheet(state).high_ground[piece.kind].damage_taken_minus
    ward = min(by_level[piece.level - 1], enemy.total) if piece.seat in fight.high else 0
    hit = Term(t("damage by the enemy"), enemy.total, "Combat")
    if own.total == enemy.total == 0:
        hit = Term(t("damage, as both have attack 0"), 1, "Combat")
    return add_up(t("Damage of {who}", who=facts.TITLES[piece.seat]), hit, Term(HIGH, -ward, "Combat"))


@step("Combat")
def go_on(state: TwoBasesState) -> Rule[bool]:
    """If both pieces live, the turn player decides. Returns whether the fight goes on."""
    two, again = fighters(state), False
    if state.battle is not None and two is not None:
        yes, no, told = t("Another round of combat"), t("Stop the invasion"), foretold(state, state.battle, two)
        usual: Literal["yes", "no"] = "yes" if pays(state, state.battle, two) else "no"
        prompt, own = t("Does the invasion go on?"), t("Another round of combat?")
        again = yield from confirm(two[0].seat, prompt, yes, no, about="go_on", usual=usual, needs=told, own=own)
        if not again:
            a, b = land.owned(two[0]), land.owned(two[1])
            yield from note(t("The invasion stops: {a} and {b} both live.", a=a, b=b), kind="stopped")
    state.battle = state.battle if again else None
    return again


@step("Combat")
def advance(state: TwoBasesState, winner: str) -> Rule[None]:
    """The sole survivor may move into the space that is now free; this does not count as the move of the turn."""
    fight, state.battle, attacks = state.battle, None, winner == "attacker"
    if fight is not None and winner != "none":
        here, there = (fight.source, fight.target) if attacks else (fight.target, fight.source)
        pieces = attackers(state, fight) if attacks else state.board[here].pieces
        for one in pieces:
            one.spent = one.spent and not (attacks and state.rulings["invasions"] == "until-stopped")
        if (piece := land.leader(pieces)) and not state.board[there].pieces:
            who, free = facts.TITLES[piece.seat], there.upper()
            prompt = t("{piece} of {who} has won and may advance to {place}.", piece=piece.name, who=who, place=free)
            own = t("{piece} has won. Advance to {place}?", piece=piece.name, place=free)
            if (yield from confirm(piece.seat, prompt, t("Advance"), t("Stay"), about="advance", own=own)):
                yield from tiles.enter(state, piece, here, there, delays=state.rulings["advance_delay"] == "delay")
    yield from victory.settle(state)
