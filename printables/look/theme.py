"""The theme: names of colours to values, for paper in three inks and for the phone's two pages.

Reads `theme.toml`, the only place where colours are written. Drawing functions ask a `Look`; the web
application asks `css_variables`. Knows nothing of shapes.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from printables.errors import BadOption

PALE = "#f6f1e6"
"""The darkest of the light grounds that lines and words stand on."""
READABLE = 4.5
"""The least contrast of text with what it stands on."""
Ink = Literal["full", "low", "grey"]
Mode = Literal["light", "dark"]
INKS: tuple[Ink, ...] = ("full", "low", "grey")
FAMILIES = ("ability", "side", "resource", "terrain")
"""The families that paper and phone share; decks have their grounds on paper alone."""
PATTERNED = ("side", "deck")
"""The families whose grounds have a pattern."""


@dataclass(frozen=True, slots=True)
class Swatch:
    """One named colour: itself, the text that goes on it, and a light tint of it."""

    color: str
    on: str
    tint: str
    line: str = ""
    """The same colour as printed with little ink: dark enough for lines."""

    @property
    def ink(self) -> str:
        """The colour for lines, symbols and words on paper: this one, else a darker one that can be read."""
        on_pale = (c for c in (self.color, self.line) if c and contrast(c, PALE) >= READABLE)
        on_white = (c for c in (self.color,) if contrast(c, "#ffffff") >= READABLE)
        return (*on_pale, *on_white, self.on)[0]


@dataclass(frozen=True, slots=True)
class Plate:
    """How a coloured label is painted: its ground, its border (or none) and its text."""

    fill: str
    stroke: str | None
    text: str


@dataclass(frozen=True, slots=True)
class SideLook:
    """The marks of a ground: swatch, pattern name and second colour; of a side also its emblem icon."""

    swatch: Swatch
    pattern: str
    shade: str
    emblem: str = ""


@cache
def _theme() -> dict[str, Any]:
    return tomllib.loads(files("printables").joinpath("look", "theme.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Look:
    """The theme as printed with one kind of ink; words in `language` are broken as it breaks them.

    Grounds and patterns go on so many mm further `beyond` the cut than on our own sheets: shops ask for more.
    """

    ink: Ink = "full"
    language: str = "en"
    beyond: float = 0.0

    def __post_init__(self) -> None:
        """Refuse an unknown ink."""
        if self.ink not in INKS:
            raise BadOption("ink", "'{value}' is not one of {known}", value=self.ink, known=", ".join(INKS))

    @property
    def low(self) -> bool:
        """Whether areas stay white and colour is kept for lines and text."""
        return self.ink == "low"

    def neutral(self, name: str) -> str:
        """A neutral colour: ink, soft, line, faint, panel, page, gold, danger, good."""
        table = _theme()["neutral"]
        return str(table.get(self.ink, {}).get(name, table["full"][name]))

    def soft_on(self, ground: str) -> str:
        """The colour of small print on a light ground: soft, or ink where soft is too faint."""
        soft = self.neutral("soft")
        return soft if contrast(soft, ground) >= READABLE else self.neutral("ink")

    @property
    def quiet(self) -> Plate:
        """A label of no colour."""
        soft, page = self.neutral("soft"), self.neutral("page")
        return Plate(page, soft, soft) if self.low else Plate(soft, None, page)

    def swatch(self, family: str, name: str) -> Swatch:
        """The colours of an ability, side, deck, resource or terrain."""
        entry = _entry(family, name)
        color, on, tint = entry.get(self.ink, entry["full"])
        line = entry["low"][0] if "low" in entry and self.ink == "full" else ""
        return Swatch(color, on, tint, line)

    def plate(self, family: str, name: str) -> Plate:
        """A label in that colour: filled, or with little ink white with a coloured border and text.

        Terrain is white then; its border has the tint and its text the ink.
        """
        swatch = self.swatch(family, name)
        if self.low:
            white = swatch.color == "#ffffff"
            return Plate("#ffffff", swatch.tint if white else swatch.color, swatch.on if white else swatch.color)
        return Plate(swatch.color, None, swatch.on)

    def edge(self, family: str, name: str) -> str:
        """The border of a box in that colour; soft ink where the colour is white."""
        color = self.swatch(family, name).color
        return color if color != "#ffffff" else self.neutral("soft")

    def ground(self, family: str, name: str) -> SideLook:
        """The ground of a side or a deck with its pattern; a plain one of any other family."""
        entry, swatch = _entry(family, name), self.swatch(family, name)
        if family not in PATTERNED:
            return SideLook(swatch, "solid", swatch.tint)
        return SideLook(swatch, entry["pattern"], entry["shade"][self.ink], entry.get("emblem", ""))

    def side(self, name: str) -> SideLook:
        """How a side is shown."""
        return self.ground("side", name)


def _entry(family: str, name: str) -> dict[str, Any]:
    known = _theme().get(family, {})
    entry: dict[str, Any] | None = known.get(name)
    if entry is None:
        raise BadOption(family, "the theme has no {family} called '{name}'", family=family, name=name)
    return entry


def names(family: str) -> tuple[str, ...]:
    """The names the theme knows in a family (ability, side, deck, resource, terrain)."""
    return tuple(_theme()[family])


def ability_icon(name: str) -> str:
    """The icon that stands beside an ability's colour."""
    return str(_entry("ability", name)["icon"])


def emblem(side: str) -> str:
    """The icon of a side."""
    return str(_entry("side", side)["emblem"])


def css_variables(mode: Mode = "light") -> str:
    """Declarations `--name: value;` for every colour, one a line, to be put into a rule of a style sheet.

    Neutrals are `--ink`, `--page`... (the golden edge of a hex is `--golden`, as `--gold` is the resource); others
    `--attack`, `--attack-on`, `--attack-tint`, and as on paper, in both modes, `--attack-paper`, `--attack-paper-on`;
    sides also `--blue-shade`; terrains `--terrain-woods`...; type families `--font-numbers`, `--font-text`.
    """
    theme = _theme()
    neutral = theme["neutral"]["full"] | theme["neutral"][mode]
    lines = [f"--{'golden' if n == 'gold' else n}: {v};" for n, v in neutral.items()]
    for family in FAMILIES:
        prefix = "terrain-" if family == "terrain" else ""
        for name, entry in theme[family].items():
            color, on, tint = entry.get(mode, entry["full"])
            lines += [f"--{prefix}{name}: {color};", f"--{prefix}{name}-on: {on};", f"--{prefix}{name}-tint: {tint};"]
            if family != "terrain":
                lines += [f"--{name}-paper: {entry['full'][0]};", f"--{name}-paper-on: {entry['full'][1]};"]
            if family == "side":
                lines.append(f"--{name}-shade: {entry['shade']['full']};")
    lines += [f'--font-{use}: "{family}";' for use, family in theme["family"].items()]
    return "\n".join(lines)


ALIASES = {"movement": ("green",), "initiative": ("yellow",), "experience": ("brown",)}
"""Plain words for some colours of abilities."""
CLASSES = ("ability", "resource", "side")
"""The families whose colours panels name."""


def css_classes() -> str:
    """A class for each colour that panels name: `.c-blue` sets `--c`, what stands on it, its tint, both as on paper.

    Terrains set the ground of a hex (`.t-woods`) and the colour of its texture (of the pattern `tx-woods`).
    """
    colours = [_colour_class(name) for family in CLASSES for name in names(family)]
    return "\n".join([*colours, *(_terrain_class(name) for name in names("terrain"))])


def _colour_class(name: str) -> str:
    of = "level" if name == "grey" else name
    called = ", ".join(f".c-{one}" for one in (name, *ALIASES.get(name, ())))
    ends = {"c": "", "c-on": "-on", "c-tint": "-tint", "c-fill": "-paper", "c-fill-on": "-paper-on"}
    values = [f"--{variable}: var(--{of}{end});" for variable, end in ends.items()]
    shade = [f"--c-shade: var(--{name}-shade);"] if name in names("side") else []
    return f"{called} {{ {' '.join(values + shade)} }}"


def _terrain_class(name: str) -> str:
    of = f"--terrain-{name}"
    return (
        f".hex.t-{name} {{ --ground: var({of}); --tx: var({of}-tint); --on: var({of}-on); }}\n"
        f'[id$="tx-{name}"] {{ color: var({of}-tint); }}'
    )


def style_sheet() -> str:
    """The whole style sheet of the theme for the pages: variables, light and dark, and the classes of its colours."""
    light, dark = css_variables("light"), css_variables("dark")
    return (
        f":root {{ color-scheme: light; {light} }}\n"
        f"@media (prefers-color-scheme: dark) {{ :root:not([data-theme=light]) {{ color-scheme: dark; {dark} }} }}\n"
        f":root[data-theme=dark] {{ color-scheme: dark; {dark} }}\n"
        f"{css_classes()}\n"
    )


def _channel(value: int) -> float:
    v = value / 255
    return v / 12.92 if v <= 0.04045 else float(((v + 0.055) / 1.055) ** 2.4)


def luminance(color: str) -> float:
    """Relative luminance of `#rrggbb`, 0 black to 1 white."""
    r, g, b = (int(color[i : i + 2], 16) for i in (1, 3, 5))
    return 0.2126 * _channel(r) + 0.7152 * _channel(g) + 0.0722 * _channel(b)


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, 1 to 21."""
    a, b = sorted((luminance(one), luminance(other)), reverse=True)
    return (a + 0.05) / (b + 0.05)


def mix(one: str, other: str, share: float) -> str:
    """`share` of `one` and the rest of `other`."""
    parts = [(int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in parts)
