"""The printable kit of Heroes vs Warlords: every component with its count, from the game's data.

Imports the press and the data only; values that are not the publisher's carry their label in print.
"""

from __future__ import annotations

from companion.engine.values import Overrides
from companion.games.heroes_vs_warlords import kit_aids, kit_markers, kit_sheets
from companion.games.heroes_vs_warlords.kit_battles import arena_display, battle_display
from companion.games.heroes_vs_warlords.kit_cities import city_displays
from companion.games.heroes_vs_warlords.kit_data import owned
from companion.games.heroes_vs_warlords.kit_heroes import hero_displays
from companion.games.heroes_vs_warlords.kit_quests import quest_cards
from companion.games.heroes_vs_warlords.kit_tiles import tiles
from companion.games.heroes_vs_warlords.kit_units import guards, mercenaries, soldiers
from printables import fonts, icons
from printables.model import Kit


def kit(address: str = "", owner: Overrides | None = None) -> Kit:
    """Everything a group must print, with the values of an `owner` of the printed game in place of house values.

    With the `address` of a companion (`http://192.168.1.7:8000`), displays and tiles carry QR codes that open
    their page there, and there are seat cards.
    """
    with owned(owner or {}):
        return _kit(address)


def _kit(address: str) -> Kit:
    return Kit(
        id="heroes_vs_warlords",
        title="Heroes vs Warlords",
        components=(
            hero_displays(address),
            city_displays(address),
            arena_display(),
            battle_display(),
            soldiers(),
            mercenaries(),
            guards(),
            kit_markers.control(),
            kit_markers.hero_markers(),
            kit_markers.equipment(),
            kit_markers.siege(),
            kit_markers.hits(),
            kit_markers.numbers(),
            kit_markers.places(),
            tiles(address),
            quest_cards(),
            kit_markers.standees(),
            kit_aids.player_aid(),
            kit_sheets.round_track(),
            kit_sheets.record_sheet(),
            kit_sheets.credits_page(),
            *((kit_sheets.seat_cards(address),) if address else ()),
        ),
        credits=(icons.credit(), *fonts.CREDITS),
        address=address,
    )
