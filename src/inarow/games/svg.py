"""The board as an SVG picture, for notebooks, documents and files.

It looks like the board of the page, in its light colours. The text needs no style sheet, font or
script; it has no ids and no classes, so that several pictures can be on one page. Equal states give
equal bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from inarow.games.geometry import CELL, Geometry
from inarow.games.text import side_name
from inarow.untrusted_text import one_line

if TYPE_CHECKING:
    from inarow.games.state import State

# The light colours of web/src/app.css, by their names there.
COLOURS = {
    "bg": "#f6f3ec",
    "surface-2": "#ece8de",
    "text": "#22252a",
    "muted": "#595d65",
    "border": "#d8d2c4",
    "accent": "#1d6b58",
    "accent-soft": "#dcefe6",
    "x": "#1f5499",
    "o": "#b23a24",
    "x-soft": "#dce7f5",
    "o-soft": "#f8e1da",
    "board": "#e5c48b",
    "grid": "#8a6a36",
    "on-board": "#5a431c",
    "paper": "#fffdf9",
    "paper-grid": "#bdb5a3",
    "stone-x": "#1e1f22",
    "stone-x-edge": "#000000",
    "stone-o": "#fbf9f4",
    "stone-o-edge": "#a3977f",
    "last": "#fbe7ad",
    "last-dot": "#e2452f",
    "win": "#1d9a5f",
    "hint": "#1769e0",
    "heat": "#1769e0",
    "heat-text": "#ffffff",
}
SHADE = ("#3c2605", 0.28)  # of a stone, and its opacity
DRAWN = "#c7c5c0"  # a drawn local board: a quarter of muted on surface-2

SIDES = "xo"  # in names of colours
DARK_HEAT = 0.6  # from this share on, light numbers are easier to read


class Mark(NamedTuple):
    """A mark on a cell: shaded by a share from 0 to 1, or ringed if there is none; with a text."""

    action: int
    share: float | None = None
    text: str = ""


def board_svg(
    state: State,
    *,
    numbers: bool = False,
    labels: bool = True,
    size: int | None = None,
    marks: Iterable[Mark] = (),
    title: str | None = None,
) -> str:
    """Draw a state: stones or crosses and rings, the last move, the winning line, local boards.

    ``numbers`` writes the number of its move on each stone, ``labels`` the coordinates at the edge.
    ``size`` is the longer side in pixels; by default a cell has 40. ``title`` is what screen
    readers say; by default the game and who is to move.

    >>> import inarow
    >>> state = inarow.load_game("tictactoe").state_from("b2 a1")
    >>> print(board_svg(state)[:66])
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 129.6 129.6"
    """
    geometry = Geometry(state.game, labels=labels)
    factor = 1.0 if size is None else size / max(geometry.width, geometry.height)
    opening = _tag(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_number(geometry.width)} {_number(geometry.height)}",
        width=geometry.width * factor,
        height=geometry.height * factor,
        role="img",
        font_family="system-ui, sans-serif",
        text_anchor="middle",
    )
    shown = [
        f"<title>{_text(_title(state) if title is None else title)}</title>",
        f"<desc>{state.game.format_moves(state.history())}</desc>",
        *_background(state, geometry),
        *(_coordinates(geometry) if labels else ()),
        *_below_stones(state, geometry),
        *_stones(state, geometry, numbers),
        *_decided_blocks(state, geometry),
        *_winning_stroke(state, geometry),
        *_marks(marks, geometry),
    ]
    return "\n".join([f"{opening}>", *shown, "</svg>\n"])


def _title(state: State) -> str:
    game = state.game
    moves = "1 move" if state.move_number() == 1 else f"{state.move_number()} moves"
    if not state.is_terminal():
        status = f"{side_name(game, state.current_player())} to move"
    else:
        winner = state.winner()
        status = "draw" if winner is None else f"{side_name(game, winner)} wins"
    return f"{game.title}, {moves}: {status}"


def _background(state: State, geometry: Geometry) -> Iterator[str]:
    """Wood with crossings, or paper with cells, and the looks of local boards."""
    scale = geometry.scale
    whole = {"width": geometry.width, "height": geometry.height}
    if geometry.crossings:
        yield _element("rect", **whole, rx=10, fill=COLOURS["board"])
    else:
        yield _element("rect", **whole, fill=COLOURS["bg"])
    frame = {"rx": 7 * scale, "stroke": COLOURS["border"], "stroke_width": 1.5 * scale}
    for number, block in enumerate(geometry.blocks):
        look = frame | _block_look(state, number)
        yield _element("rect", x=block.x, y=block.y, width=block.side, height=block.side, **look)
    if not geometry.crossings and not geometry.blocks:
        wide, high = geometry.columns * CELL, geometry.rows * CELL
        place = {"x": geometry.left, "y": geometry.rim, "width": wide, "height": high}
        yield _element("rect", **place, **frame, fill=COLOURS["paper"])
    path = "".join(f"M{_numbers(x1, y1)}L{_numbers(x2, y2)}" for x1, y1, x2, y2 in geometry.grid())
    line = {"stroke": COLOURS["paper-grid"], "stroke_width": 1.5 * scale}
    if geometry.crossings:
        line = {"stroke": COLOURS["grid"], "stroke_width": 1.2, "stroke_linecap": "square"}
    yield _element("path", d=path, **line)
    for star in geometry.stars():
        yield _circle(geometry.centre(star), 3.2, fill=COLOURS["grid"])


def _block_look(state: State, number: int) -> dict[str, object]:
    """The colours of a local board: decided, or open and playable or not."""
    result = state.local_boards()[number]
    if result in {"X", "O"}:
        side = result.lower()
        return {"fill": COLOURS[f"{side}-soft"], "stroke": COLOURS[side]}
    if result == "=":
        return {"fill": DRAWN}
    if state.is_terminal():
        return {"fill": COLOURS["surface-2"]}
    forced = state.forced_board()
    if forced is None:
        return {"fill": COLOURS["paper"], "stroke": COLOURS["accent"], "stroke_width": 2}
    if forced == number:
        return {"fill": COLOURS["accent-soft"], "stroke": COLOURS["accent"], "stroke_width": 4.5}
    return {"fill": COLOURS["surface-2"]}


def _coordinates(geometry: Geometry) -> Iterator[str]:
    scale, crossings = geometry.scale, geometry.crossings
    look = {
        "font_size": 13 * scale,
        "fill": COLOURS["on-board" if crossings else "muted"],
    }
    for column in range(geometry.columns):
        x, _ = geometry.centre(column)
        below = geometry.bottom + (13 if crossings else 17) * scale
        yield _label(x, below, chr(ord("a") + column), **look)
    for row in range(geometry.rows):
        _, y = geometry.centre(row * geometry.columns)
        x = geometry.left - (10 if crossings else 12) * scale
        yield _label(x, y + 4.5 * scale, str(row + 1), **look)


def _below_stones(state: State, geometry: Geometry) -> Iterator[str]:
    """Where there are no stones, the cells of the winning line or of the last move are coloured."""
    if geometry.crossings:
        return
    line = [] if geometry.blocks else state.winning_line()
    for action in line:
        yield _square(geometry.centre(action), 0, fill=COLOURS["win"], fill_opacity=0.2)
    if not line:
        for action in state.history()[-1:]:
            yield _square(geometry.centre(action), 3, rx=6, fill=COLOURS["last"])


def _stones(state: State, geometry: Geometry, numbers: bool) -> Iterator[str]:
    history = state.history()
    last = history[-1] if history else None
    decided = [result != "." for result in state.local_boards()]
    for ply, action in sorted(enumerate(history), key=lambda each: each[1]):
        faded = action != last and bool(decided) and decided[geometry.block_of(action)]
        piece = _stone if geometry.crossings else _sign
        drawn = piece(geometry.centre(action), ply % 2)
        if numbers:
            drawn += _move_number(geometry, action, ply, is_last=action == last)
        yield f'<g opacity="0.3">{drawn}</g>' if faded else drawn
    if last is not None and geometry.crossings and not numbers:
        edge = {"stroke": COLOURS["board"], "stroke_width": 1}
        yield _circle(geometry.centre(last), CELL * 0.14, fill=COLOURS["last-dot"], **edge)


def _stone(centre: tuple[float, float], player: int) -> str:
    x, y = centre
    side, (shade, opacity) = SIDES[player], SHADE
    return _circle(
        (x + CELL * 0.02, y + CELL * 0.045), CELL * 0.455, fill=shade, fill_opacity=opacity
    ) + _circle(
        centre,
        CELL * 0.45,
        fill=COLOURS[f"stone-{side}"],
        stroke=COLOURS[f"stone-{side}-edge"],
        stroke_width=CELL * 0.03,
    )


def _sign(
    centre: tuple[float, float], player: int, side: float = CELL, weight: float = 0.12
) -> str:
    """A cross or a ring; ``weight`` is the width of its stroke, as a share of its side."""
    x, y = centre
    look = {"fill": "none", "stroke": COLOURS[SIDES[player]], "stroke_linecap": "round"}
    if player == 1:
        return _circle(centre, side * 0.285, stroke_width=side * weight * 0.93, **look)
    arm = side * 0.27
    path = (
        f"M{_numbers(x - arm, y - arm)}L{_numbers(x + arm, y + arm)}"
        f"M{_numbers(x + arm, y - arm)}L{_numbers(x - arm, y + arm)}"
    )
    return _element("path", d=path, stroke_width=side * weight, **look)


def _move_number(geometry: Geometry, action: int, ply: int, *, is_last: bool) -> str:
    x, y = geometry.centre(action)
    look: dict[str, object] = {"font_size": 14, "font_weight": 700}
    if not geometry.crossings:
        halo = {"stroke": COLOURS["paper"], "stroke_width": 3, "paint_order": "stroke"}
        look |= {"fill": COLOURS["text"]} | halo
    else:
        look["fill"] = COLOURS["last-dot" if is_last else f"stone-{SIDES[1 - ply % 2]}"]
    return _label(x, y + CELL * 0.125, str(ply + 1), **look)


def _decided_blocks(state: State, geometry: Geometry) -> Iterator[str]:
    """The winner of each local board, as large as the board; two bars if nobody won it."""
    for block, result in zip(geometry.blocks, state.local_boards(), strict=True):
        if result in {"X", "O"}:
            sign = _sign(block.centre, "XO".index(result), block.side * 1.05, 0.085)
            yield f'<g opacity="0.85">{sign}</g>'
        elif result == "=":
            left, right = block.x + block.side * 0.28, block.x + block.side * 0.72
            bars = (block.y + block.side * part for part in (0.4, 0.6))
            yield _element(
                "path",
                d="".join(f"M{_numbers(left, y)}H{_number(right)}" for y in bars),
                stroke=COLOURS["muted"],
                stroke_width=block.side * 0.085,
                stroke_linecap="round",
                opacity=0.85,
            )


def _winning_stroke(state: State, geometry: Geometry) -> Iterator[str]:
    """From the first to the last cell or local board of the winning line."""
    line = sorted(state.winning_line())
    if not line:
        return
    if geometry.blocks:
        boards = sorted({geometry.block_of(action) for action in line})
        (x1, y1), (x2, y2) = (geometry.blocks[boards[end]].centre for end in (0, -1))
    else:
        (x1, y1), (x2, y2) = (geometry.centre(line[end]) for end in (0, -1))
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 or 1.0
    beyond = 0.0 if geometry.crossings else CELL * 0.35  # the middles of the signs
    dx, dy = (x2 - x1) / length * beyond, (y2 - y1) / length * beyond
    place = {"x1": x1 - dx, "y1": y1 - dy, "x2": x2 + dx, "y2": y2 + dy, "stroke_linecap": "round"}
    if geometry.crossings or geometry.blocks:
        yield _element("line", **place, stroke=COLOURS["paper"], stroke_width=11, opacity=0.75)
    width = 6 * max(geometry.scale, 0.4)
    yield _element("line", **place, stroke=COLOURS["win"], stroke_width=width)


def _marks(marks: Iterable[Mark], geometry: Geometry) -> Iterator[str]:
    for action, share, text in marks:
        x, y = geometry.centre(action)
        if share is None:
            ring = {"fill": "none", "stroke": COLOURS["hint"], "stroke_width": 3}
            yield _circle((x, y), CELL * 0.44, **ring)
        else:
            weight = min(1.0, max(0.0, share))
            look = {"fill": COLOURS["heat"], "fill_opacity": 0.14 + 0.76 * weight}
            yield _square((x, y), 2, rx=CELL / 2 if geometry.crossings else 5, **look)
        if text:
            colour = "on-board" if geometry.crossings else "text"
            if share is not None and share > DARK_HEAT:
                colour = "heat-text"
            yield _label(x, y + 4, text, font_size=11, font_weight=600, fill=COLOURS[colour])


def _square(centre: tuple[float, float], inset: float, **attributes: object) -> str:
    """The square of a cell, smaller by ``inset`` at each side."""
    x, y = centre
    side = CELL - 2 * inset
    return _element("rect", x=x - side / 2, y=y - side / 2, width=side, height=side, **attributes)


def _circle(centre: tuple[float, float], radius: float, **attributes: object) -> str:
    return _element("circle", cx=centre[0], cy=centre[1], r=radius, **attributes)


def _label(x: float, y: float, text: str, **attributes: object) -> str:
    return f"{_tag('text', x=x, y=y, **attributes)}>{_text(text)}</text>"


def _element(tag: str, **attributes: object) -> str:
    return f"{_tag(tag, **attributes)}/>"


def _tag(tag: str, **attributes: object) -> str:
    """A tag that is not closed yet; attributes have underscores for hyphens."""
    pairs = ((name.replace("_", "-"), value) for name, value in attributes.items())
    return f"<{tag}" + "".join(f' {name}="{_value(value)}"' for name, value in pairs)


def _value(value: object) -> str:
    return _number(value) if isinstance(value, int | float) else _text(str(value))


def _text(text: str) -> str:
    return escape(one_line(text))


def _number(number: float) -> str:
    """Short, and the same on every machine."""
    return f"{round(number, 2) + 0.0:g}"


def _numbers(*numbers: float) -> str:
    return " ".join(map(_number, numbers))
