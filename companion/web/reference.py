"""The rules by section, in our words."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.engine.game import Game, LedgerRow
from companion.engine.reference import rows_at, section_order, sections_of
from companion.web.lobby import all_games, find_game
from companion.web.texts import _

bp = Blueprint("reference", __name__)
MOST = 200


@bp.get("/rules")
def all_rules() -> Response | str:
    """The choice of a game."""
    games = all_games()
    if len(games) == 1:
        return redirect(url_for("reference.rules", name=games[0].name), 303)
    return render_template("games.html", games=games, title=_("Rules"), target="reference.rules")


@bp.get("/rules/<name>")
def rules(name: str) -> str:
    """The rows of a section (with all below it), or those with some words in them."""
    game = find_game(name)
    section, words = request.args.get("section", "").strip(), request.args.get("q", "").strip()
    rows = [row for row in (rows_at(game, section) if section else game.rows) if has_words(row, words)]
    rulings = [ruling for ruling in game.rulings if section and any(touches(one, section) for one in ruling.sections)]
    return render_template(
        "rules.html", game=game, rows=rows[:MOST], found=len(rows), most=MOST, section=section, words=words,
        rulings=rulings, chapters=chapters(game), above=section.rpartition(".")[0],
    )  # fmt: skip


def touches(section: str, wanted: str) -> bool:
    """Whether a section is the wanted one or lies below it."""
    return section == wanted or section.startswith(wanted + ".")


def has_words(row: LedgerRow, words: str) -> bool:
    """Whether every word is in the row."""
    text = f"{row.id} {row.topic} {row.rule}".lower()
    return all(word in text for word in words.lower().split())


def chapters(game: Game) -> list[str]:
    """The first numbers of all sections, in the order of the rulebook; words last."""
    found = {section.split(".")[0] for row in game.rows for section in sections_of(row) if section}
    return sorted(found, key=section_order)
