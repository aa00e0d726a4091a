"""The symbols: vector shapes by name, the same on paper and on the phone.

Most come from the game-icons set (CC BY 3.0, provenance in `data/icons.json`); a few are drawn here, and all fighters
of one style and size in `data/figures.json` (made by `tools/make_figures.py`).
An icon is one closed path on a square grid; it is placed by the middle and its size in mm.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any

from printables.errors import BadOption
from printables.look.display import Symbol
from printables.look.outlines import PathData, Segment
from printables.units import Matrix, rotate, scale, then, translate

GRID = 512.0

OWN = {
    "waves": "M 16 90 C 76 30 136 30 196 90 C 256 150 316 150 376 90 C 416 50 456 50 496 80 L 496 140 C 456 110"
    " 416 110 376 150 C 316 210 256 210 196 150 C 136 90 76 90 16 150 Z M 16 220 C 76 160 136 160 196 220"
    " C 256 280 316 280 376 220 C 416 180 456 180 496 210 L 496 270 C 456 240 416 240 376 280 C 316 340"
    " 256 340 196 280 C 136 220 76 220 16 280 Z M 16 350 C 76 290 136 290 196 350 C 256 410 316 410 376"
    " 350 C 416 310 456 310 496 340 L 496 400 C 456 370 416 370 376 410 C 316 470 256 470 196 410 C 136"
    " 350 76 350 16 410 Z",
    "hill": "M 16 430 C 50 260 150 190 226 300 C 266 150 370 130 430 260 C 466 330 488 390 496 430 Z",
    "snow": "M 60 123 L 469 359 L 452 389 L 43 153 Z M 273 20 L 273 492 L 239 492 L 239 20 Z M 469 153 L 60 389 L"
    " 43 359 L 452 123 Z M 360 316 L 383 417 L 413 411 L 393 335 Z M 360 316 L 459 285 L 469 315 L 393 335"
    " Z M 256 376 L 180 446 L 200 470 L 256 414 Z M 256 376 L 332 446 L 312 470 L 256 414 Z M 152 316 L 53"
    " 285 L 43 315 L 119 335 Z M 152 316 L 129 417 L 99 411 L 119 335 Z M 152 196 L 129 95 L 99 101 L 119"
    " 177 Z M 152 196 L 53 227 L 43 197 L 119 177 Z M 256 136 L 332 66 L 312 42 L 256 98 Z M 256 136 L 180"
    " 66 L 200 42 L 256 98 Z M 360 196 L 459 227 L 469 197 L 393 177 Z M 360 196 L 383 95 L 413 101 L 393"
    " 177 Z",
    "volcano": "M 30 480 L 176 210 L 216 244 L 256 208 L 296 244 L 336 210 L 482 480 Z M 256 20 C 216 90 222 136 256"
    " 172 C 290 136 296 90 256 20 Z M 140 66 C 128 116 148 150 190 172 C 196 130 180 94 140 66 Z M 372 66"
    " C 384 116 364 150 322 172 C 316 130 332 94 372 66 Z",
    "mushroom": "M 36 256 C 46 106 156 46 256 46 C 356 46 466 106 476 256 Z M 192 286 L 320 286 C 308 356 318 416 340"
    " 476 L 172 476 C 194 416 204 356 192 286 Z",
    "leaf": "M 466 40 C 176 50 40 200 84 404 L 312 176 L 116 436 C 330 476 466 330 466 40 Z M 80 418 L 100 438 L"
    " 56 482 L 36 462 Z",
    "cave": "M 16 466 L 146 186 L 214 246 L 326 76 L 496 466 L 346 466 C 346 290 176 290 176 466 Z",
    "grass": "M 246 476 C 236 330 166 216 76 156 C 136 256 156 366 166 476 Z M 196 476 C 200 300 220 160 256 36 C"
    " 292 160 312 300 316 476 Z M 266 476 C 276 330 346 216 436 156 C 376 256 356 366 346 476 Z",
    "north": "M 256 24 L 404 476 L 256 388 L 108 476 Z",
    "arrow": "M 20 216 L 300 216 L 300 100 L 492 256 L 300 412 L 300 296 L 20 296 Z",
    "type_ranged": "M 256 12 L 372 172 L 292 172 L 292 340 L 372 420 L 372 500 L 256 420 L 140 500 L 140 420"
    " L 220 340 L 220 172 L 140 172 Z",
    "check": "M 60 270 L 130 200 L 210 280 L 390 90 L 460 160 L 210 420 Z",
    "wheat": "M 250 500 L 262 500 L 262 190 L 250 190 Z M 256 130 C 232 100 232 60 256 20 C 280 60 280 100 256 130 Z M"
    " 258 190 C 300 184 318 150 316 112 C 284 120 260 150 258 190 Z M 254 190 C 252 150 228 120 196 112 C 194"
    " 150 212 184 254 190 Z M 258 250 C 300 244 318 210 316 172 C 284 180 260 210 258 250 Z M 254 250 C 252"
    " 210 228 180 196 172 C 194 210 212 244 254 250 Z M 258 310 C 300 304 318 270 316 232 C 284 240 260 270"
    " 258 310 Z M 254 310 C 252 270 228 240 196 232 C 194 270 212 304 254 310 Z M 237 502 L 247 498 L 138 254"
    " L 129 259 Z M 113 209 C 83 194 69 163 74 123 C 107 146 121 177 113 209 Z M 135 256 C 166 236 168 203 153"
    " 174 C 131 192 123 224 135 256 Z M 132 257 C 116 226 87 211 59 216 C 71 247 97 267 132 257 Z M 156 303 C"
    " 187 283 189 250 174 221 C 152 239 144 271 156 303 Z M 153 304 C 137 274 108 258 80 263 C 92 294 118 314"
    " 153 304 Z M 177 350 C 208 331 210 298 195 268 C 173 286 165 318 177 350 Z M 174 351 C 158 321 129 306"
    " 101 310 C 113 341 139 361 174 351 Z M 265 498 L 275 502 L 383 259 L 374 254 Z M 399 209 C 391 177 405"
    " 146 438 123 C 443 163 429 194 399 209 Z M 380 257 C 415 267 441 247 453 216 C 425 211 396 226 380 257 Z"
    " M 377 256 C 389 224 381 192 359 174 C 344 203 346 236 377 256 Z M 359 304 C 394 314 420 294 432 263 C"
    " 404 258 375 274 359 304 Z M 356 303 C 368 271 360 239 338 221 C 323 250 325 283 356 303 Z M 338 351 C"
    " 373 361 399 341 411 310 C 383 306 354 321 338 351 Z M 335 350 C 347 318 339 286 317 268 C 302 298 304"
    " 331 335 350 Z",
    "windmill": "M 184 500 L 328 500 L 298 250 L 214 250 Z M 251 191 L 367 53 L 376 60 L 360 79 L 406 117 L 324 215 L"
    " 278 177 L 260 198 Z M 265 195 L 403 311 L 396 320 L 377 304 L 339 350 L 241 268 L 279 222 L 258 204 Z M 261"
    " 209 L 145 347 L 136 340 L 152 321 L 106 283 L 188 185 L 234 223 L 252 202 Z M 247 205 L 109 89 L 116 80"
    " L 135 96 L 173 50 L 271 132 L 233 178 L 254 196 Z",
    "coins": "M 256 20 C 386 20 492 126 492 256 C 492 386 386 492 256 492 C 126 492 20 386 20 256 C 20 126 126 20"
    " 256 20 Z M 256 70 C 153 70 70 153 70 256 C 70 359 153 442 256 442 C 359 442 442 359 442 256 C 442"
    " 153 359 70 256 70 Z M 256 114 C 334 114 398 178 398 256 C 398 334 334 398 256 398 C 178 398 114 334"
    " 114 256 C 114 178 178 114 256 114 Z M 226 166 L 226 346 L 286 346 L 286 166 Z",
    "diamond": "M 256 20 L 470 256 L 256 492 L 42 256 Z",
}
"""Shapes of our own, on the same grid."""


@cache
def _record(name: str = "icons") -> dict[str, Any]:
    text = files("printables").joinpath("data", f"{name}.json").read_text(encoding="utf-8")
    record: dict[str, Any] = json.loads(text)
    return record


@cache
def figures() -> tuple[str, ...]:
    """The fighters, riders and beasts of one style."""
    return tuple(_record("figures")["icons"])


@cache
def names() -> tuple[str, ...]:
    """Every icon there is."""
    return tuple(sorted({*_record()["icons"], *OWN, *figures()}))


def filled(message: str, **values: str) -> str:
    """A message in English, its values filled in."""
    return message.format(**values)


CREDIT = "Icons from {url} by {authors}, {license} ({license_url}), {changes}"


def credit_words() -> tuple[str, ...]:
    """What of the credit is said in other languages."""
    return CREDIT, str(_record()["authors"]), str(_record()["changes"])


def credit(say: Callable[..., str] = filled) -> str:
    """The line that the licence of the icons asks for; `say` fills its words in, in another language."""
    r = _record()
    return say(CREDIT, url=r["url"], authors=say(r["authors"]), license=r["license"], license_url=r["license_url"],
               changes=say(r["changes"]))  # fmt: skip


def _d(name: str) -> str:
    if name in OWN:
        return OWN[name]
    if name in figures():
        return str(_record("figures")["icons"][name])
    icon = _record()["icons"].get(name)
    if icon is None:
        raise BadOption("icon", "there is no icon called '{name}'", name=name)
    return str(icon["path"])


@cache
def icon_path(name: str) -> PathData:
    """The shape of an icon on a grid of 512 units."""
    out: list[Segment] = []
    need = {"M": 2, "L": 2, "C": 6, "Z": 0}
    words = _d(name).split()
    i = 0
    while i < len(words):
        op = words[i]
        out.append((op, tuple(map(float, words[i + 1 : i + 1 + need[op]]))))
        i += 1 + need[op]
    return _tidy(out)


def _tidy(shape: list[Segment]) -> PathData:
    """A shape without lines of no length, or back to where closing goes anyway: rounding left many."""
    out: list[Segment] = []
    start = at = (0.0, 0.0)
    for number, (op, values) in enumerate(shape):
        start = (values[0], values[1]) if op == "M" else start
        end = (values[-2], values[-1]) if values else start
        closing = end == start and number + 1 < len(shape) and shape[number + 1][0] == "Z"
        if op != "L" or not (end == at or closing):
            out.append((op, values))
        at = end
    return tuple(out)


def _place(x: float, y: float, size: float, turn: float) -> Matrix:
    centred = then(translate(-GRID / 2, -GRID / 2), scale(size / GRID))
    return then(then(centred, rotate(turn)), translate(x, y))


def icon(name: str, x: float, y: float, size: float, color: str, turn: float = 0.0) -> Symbol:
    """An icon around (`x`, `y`), `size` mm wide, turned clockwise by `turn` degrees."""
    _d(name)
    return Symbol(name, _place(x, y, size, turn), color)


def icon_svg(name: str, title: str | None = None) -> str:
    """A stand-alone SVG element that takes its colour from the text around it (`currentColor`)."""
    label = f'role="img" aria-label="{title}"' if title else 'aria-hidden="true"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" class="icon icon-{name}" '
        f'fill="currentColor" {label}><path d="{_d(name)}"/></svg>'
    )
