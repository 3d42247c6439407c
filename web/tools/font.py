"""Makes src/fonts/inter.woff2: Inter with the characters and weights that the page uses.

    pip install fonttools brotli
    npm pack @fontsource-variable/inter@5.3.0 && tar xzf fontsource-variable-inter-5.3.0.tgz
    python web/tools/font.py package/files/inter-latin-wght-normal.woff2

The font of the package has 48 kB, a third of the first load; this one has half. Characters that are
not in it, such as names of people in other scripts, are drawn in a font of the system.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

TARGET = Path(__file__).parents[1] / "src" / "fonts" / "inter.woff2"
CHARACTERS = [
    *range(0x20, 0x7F),  # ASCII
    *range(0xA0, 0x100),  # Latin-1
    *(0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2026),  # dashes, quotes, ellipsis
    *(0x2212, 0x20AC, 0x2122),  # minus, euro, trade mark
]
WEIGHTS = (400, 700)
FEATURES = ["kern", "mark", "mkmk", "ccmp", "locl", "tnum"]  # tnum: figures of equal width


def main(source: str) -> None:
    """Write the smaller font."""
    font = TTFont(source)
    options = Options(layout_features=FEATURES, hinting=False, name_IDs=[0, 1, 2, 13, 14])
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=CHARACTERS)
    subsetter.subset(font)
    instantiateVariableFont(font, {"wght": WEIGHTS}, inplace=True)
    font.flavor = "woff2"
    TARGET.parent.mkdir(exist_ok=True)
    font.save(TARGET)
    sys.stdout.write(f"{TARGET}: {TARGET.stat().st_size} bytes\n")


if __name__ == "__main__":
    main(sys.argv[1])
