"""The start page: games that speak the language of the phone come first."""

from __future__ import annotations

from pathlib import Path

from companion.catalogues import speaks
from companion.games import all_games, load_game
from companion.store import Store
from companion.web import Config, create_app
from tests.web.phones import Phone


def test_games_in_the_language_of_the_phone_come_first(tmp_path: Path) -> None:
    """In German those with German words, in English the order that the games have."""
    with Store.open(tmp_path / "companion.db", load_game) as store:
        phone = Phone(create_app(store, Config(testing=True)))
        names = [game.name for game in all_games()]
        for language in ("en", "de"):
            phone.client.set_cookie("lang", language, domain="192.168.1.5")
            page = phone.get("/").get_data(as_text=True)
            shown = sorted(names, key=lambda name: page.index(f'href="/new/{name}"'))
            known = [speaks(name, language) for name in shown]
            assert known == sorted(known, reverse=True), shown
        assert known.count(True) == 2
