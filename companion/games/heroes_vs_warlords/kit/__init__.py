"""The printable kit of Heroes vs Warlords: every component with its count, from the game's data.

Imports the press and the data only. Values that are not the publisher's are labelled in print.
"""

from __future__ import annotations

from companion.engine.game.printed import ENGLISH, Say
from companion.games.heroes_vs_warlords.kit import aids, markers, sheets
from companion.games.heroes_vs_warlords.kit.battles import arena_display, battle_display
from companion.games.heroes_vs_warlords.kit.cities import city_displays
from companion.games.heroes_vs_warlords.kit.heroes import hero_displays
from companion.games.heroes_vs_warlords.kit.making import Making
from companion.games.heroes_vs_warlords.kit.quests import quest_cards
from companion.games.heroes_vs_warlords.kit.tiles import tiles
from companion.games.heroes_vs_warlords.kit.units import guards, mercenaries, soldiers
from companion.games.heroes_vs_warlords.records.common import TITLES
from companion.games.heroes_vs_warlords.records.facts import RACES
from companion.games.heroes_vs_warlords.records.sheet import HOUSE_SHEET, Sheet
from printables.look import fonts, icons
from printables.model import Kit

DICE = ((20, 2), (6, 2))
"""Dice on a virtual table, (sides, how many)."""


def kit(sheet: Sheet = HOUSE_SHEET, address: str = "", say: Say = ENGLISH) -> Kit:
    """Everything that must be printed, with the values of a sheet.

    With the `address` of a companion server (`http://192.168.1.7:8000`), displays and tiles carry QR codes that open
    their pages there, and there are seat cards.
    """
    making = Making(sheet, address, say)
    return Kit(
        id="heroes_vs_warlords",
        title=say("Heroes vs Warlords"),
        components=(
            hero_displays(making),
            city_displays(making),
            arena_display(say),
            battle_display(making),
            soldiers(making),
            mercenaries(making),
            guards(making),
            markers.control(say),
            markers.hero_markers(say),
            markers.more_hero_markers(say),
            markers.equipment(say),
            markers.siege(say),
            markers.hits(say),
            markers.numbers(say),
            markers.places(say),
            markers.track_markers(say),
            tiles(making),
            quest_cards(making),
            markers.standees(say),
            aids.player_aid(making),
            aids.table_aid(making),
            aids.advanced_aid(making),
            sheets.round_track(making),
            sheets.record_sheet(say),
            *((sheets.seat_cards(making),) if address else ()),
        ),
        credits=(icons.credit(say), *fonts.CREDITS),
        address=address,
        seats=tuple((race, say(TITLES[race])) for race in RACES),
        dice=DICE,
    )
