"""Make `printables/data/icons.json` from the npm package of the game-icons set.

Run once by a maintainer, never at run time:

    npm pack @iconify-json/game-icons   (and unpack it)
    python printables/tools/make_icons.py DIRECTORY_WITH_THE_UNPACKED_PACKAGE

Needs fonttools. Paths become absolute lines and cubic curves on a grid of 512 units.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

from fontTools.pens.recordingPen import RecordingPen  # type: ignore[import-not-found]
from fontTools.svgLib.path import parse_path  # type: ignore[import-not-found]

OUT = Path(__file__).resolve().parent.parent / "data" / "icons.json"
SOURCES = {
    "shield": "templar-shield", "bow": "pocket-bow", "axe": "crossed-axes", "keep": "white-tower",
    "wood": "log", "stone": "stone-block", "crystal": "crystal-growth", "gold": "two-coins",
    "ruin": "ancient-ruins", "outpost": "barracks-tent", "recruitment": "vertical-banner",
    "holy_place": "greek-temple", "home_city": "elven-castle", "home_camp": "goblin-camp",
    "tower": "stone-tower", "equipment": "open-treasure-chest",
    "close": "crossed-swords", "ranged": "high-shot", "cavalry": "horseshoe",
    "attack": "broadsword", "defense": "shield", "initiative": "lightning-trio", "movement": "walking-boot",
    "level": "upgrade", "experience": "star-medal", "honor": "laurel-crown", "skill": "secret-book",
    "spears": "spears", "sword": "broadsword",
    "knight": "mounted-knight", "winged_sword": "winged-sword", "club": "wood-club", "flail": "flail",
    "warhammer": "warhammer", "rider": "cavalry", "battle_axe": "battle-axe",
    "horse": "cloaked-figure-on-horseback", "trident": "trident",
    "twin_blades": "dervish-swords", "goblin": "goblin-head", "orc": "orc-head",
    "archer": "archer", "ogre": "ogre",
    "axe_sword": "axe-sword", "visor": "visored-helm", "amazon_helm": "elf-helmet", "viking": "viking-helmet",
    "flag": "flying-flag", "crack": "earth-crack", "broken_wall": "broken-wall", "wall": "defensive-wall",
    "hit": "broken-heart", "explored": "spyglass", "visited": "boot-prints",
    "anvil": "anvil", "tavern": "beer-stein", "trade": "trade", "market": "shop",
    "barracks": "medieval-barracks",
    "target": "archery-target", "crown": "queen-crown",
    "village": "village", "town": "medieval-gate", "scarecrow": "scarecrow", "hut": "hut", "temple": "greek-temple",
    "training": "archery-target", "academy": "rank-3", "tiltyard": "chess-knight", "garde": "winged-sword",
    "totem": "tribal-mask", "storehouse": "chest", "palace": "indian-palace", "hourglass": "sands-of-time",
    "quest": "scroll-unfurled", "skull": "skull-crossed-bones", "hero": "crested-helmet", "bridge": "stone-bridge",
    "pine": "pine-tree", "peaks": "peaks", "cactus": "cactus", "castle": "castle", "eye": "eye-target",
    "drawbridge": "drawbridge", "trumpet": "trumpet", "laurels": "laurels",
    "dwarf": "dwarf-face", "griffin": "griffin-symbol",
    "wizard": "wizard-face", "rogue": "hooded-assassin", "slingshot": "slingshot", "troll": "troll",
    "leech": "leeching-worm", "wyvern": "wyvern", "dragon": "spiked-dragon-head", "camel": "camel",
    "golem": "rock-golem", "ice_golem": "ice-golem", "big_cat": "tiger-head",
    "carnivorous_plant": "carnivorous-plant", "flame": "flame", "wolf": "wolf-head", "monk": "monk-face",
    "skeleton": "skeleton-inside", "crowned_skull": "crowned-skull", "zombie": "shambling-zombie", "fairy": "fairy",
    "unicorn": "unicorn", "mermaid": "mermaid", "galley": "galley", "triton": "triton-head",
    "sea_serpent": "sea-serpent", "devil": "devil-mask", "pick": "war-pick", "mine": "gold-mine",
    "stone_head": "moai", "lyre": "lyre", "scale_mail": "scale-mail", "winged_boots": "wingfoot", "cloak": "cloak",
    "ring": "power-ring", "staff": "wizard-staff", "orb": "crystal-ball", "talisman": "gem-pendant",
    "horn": "hunting-horn", "fire_ray": "fire-ray", "whirlwind": "whirlwind", "ankh": "ankh",
    "dead_wood": "dead-wood", "drop": "droplets", "broken_chain": "breaking-chain",
    "paw": "paw-heart", "sleep": "night-sleep", "healing": "healing", "dice": "rolling-dices",
    "lightning": "lightning-branches", "fog": "fog", "sun": "sun", "horned_skull": "horned-skull",
    "third_eye": "third-eye", "portal": "magic-portal", "wolf_howl": "wolf-howl", "barefoot": "barefoot",
    "rise_skeleton": "raise-skeleton", "bolt_shield": "bolt-shield", "horse_head": "horse-head",
    "treefolk": "oak", "hood": "robin-hood-hat", "powder": "powder",
    "crossed_bones_flag": "pirate-flag", "plow": "plow", "owl": "owl",
    "wax_seal": "wax-seal", "lamp": "magic-lamp", "trowel": "trowel", "drum": "drum",
    "saddle": "saddle", "open_hand": "open-palm", "cloth": "rolled-cloth", "pepper": "chili-pepper",
    "rumours": "conversation", "bricks": "brick-wall",
    "musket": "musket", "sabres": "crossed-sabres",
    "anchor": "anchor", "rat": "rat", "wedding_rings": "linked-rings", "storm": "lightning-storm",
    "comet": "comet-spark", "barrel": "barrel", "spear": "stone-spear", "key": "key", "mirror": "mirror-mirror",
    "chalice": "jeweled-chalice", "map": "treasure-map", "book": "open-book", "bell": "ringing-bell",
    "net": "fishing-net", "kraken": "giant-squid", "hydra": "hydra", "lizard": "lizardman", "ghost": "spectre",
    "heart": "hearts",
    "trireme": "trireme", "reeds": "reed", "breaker": "big-wave", "coral": "coral",
    "event": "perspective-dice-six-faces-random", "tactics": "chess-pawn", "snail": "snail", "rocks": "stone-pile",
    "graves": "graveyard", "broom": "broom",
}  # fmt: skip
GRID = 512


def numbers(*points: tuple[float, float]) -> str:
    """Rounded coordinates, space separated."""
    return " ".join(str(round(v)) for p in points for v in p)


def absolute(d: str) -> str:
    """A path of M, L, C and Z with absolute whole numbers."""
    pen = RecordingPen()
    parse_path(d, pen)
    out, at = [], (0.0, 0.0)
    for op, args in pen.value:
        if op == "qCurveTo":
            q, end = args[0], args[-1]
            c1 = tuple(a + 2 / 3 * (b - a) for a, b in zip(at, q, strict=True))
            c2 = tuple(a + 2 / 3 * (b - a) for a, b in zip(end, q, strict=True))
            args, op = (c1, c2, end), "curveTo"
        letter = {"moveTo": "M", "lineTo": "L", "curveTo": "C"}.get(op, "Z")
        out.append(f"{letter} {numbers(*args)}" if letter != "Z" else "Z")
        at = args[-1] if args else at
    return " ".join(out)


def drawn(icons: dict[str, Any], source: str) -> str:
    """The whole shape of a picture of the set."""
    return " ".join(absolute(d) for d in re.findall(r' d="([^"]+)"', icons[source]["body"]))


def main(root: Path) -> None:
    """Write every icon of `SOURCES` with its origin."""
    package = next(p for p in root.rglob("icons.json") if json.loads(p.read_text())["prefix"] == "game-icons")
    icons = json.loads(package.read_text(encoding="utf-8"))["icons"]
    out = {
        name: {"source": source, "path": drawn(icons, source)} for name, source in SOURCES.items() if source in icons
    }
    record = {
        "set": "game-icons",
        "url": "https://game-icons.net",
        "license": "CC BY 3.0",
        "license_url": "https://creativecommons.org/licenses/by/3.0/",
        "authors": "Lorc, Delapouite, Skoll, sbed, Caro Asercion and contributors",
        "changes": "recoloured, coordinates rounded to a grid of 512 units",
        "grid": GRID,
        "icons": out,
    }
    OUT.write_text(json.dumps(record, indent=0, sort_keys=True) + "\n", encoding="utf-8")
    print(len(out), sorted(set(SOURCES) - set(out)))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
