"""Draws the icons and the picture of link previews from their SVGs: ``python -m web.tools.icons``.

Needs Chromium, as the browser tests do, and Pillow.
"""

from __future__ import annotations

import io
from base64 import b64encode
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright
from tests.browser.chromium import find_chromium, launch

PUBLIC = Path(__file__).parents[1] / "public"
ICONS = PUBLIC / "icons"
COLOURS = 64  # drawings need no more, and the files are a third

FONT = b64encode((PUBLIC.parent / "src" / "fonts" / "inter.woff2").read_bytes()).decode()
STYLE = f"""
@font-face {{
  font-family: Inter;
  font-weight: 400 700;
  src: url(data:font/woff2;base64,{FONT});
}}
body {{ margin: 0 }}
svg {{ display: block }}
"""

PICTURES = [
    (ICONS / "icon.svg", ICONS / "192.png", 192, 192),
    (ICONS / "icon.svg", ICONS / "512.png", 512, 512),
    (ICONS / "maskable.svg", ICONS / "maskable-512.png", 512, 512),
    (ICONS / "maskable.svg", ICONS / "apple-touch.png", 180, 180),
    (PUBLIC / "preview.svg", PUBLIC / "preview.png", 1200, 630),
]


def main() -> None:
    """Draw them all."""
    found = find_chromium()
    assert found is not None, "there is no chromium here"
    with sync_playwright() as playwright:
        browser = launch(playwright, found)
        for source, target, width, height in PICTURES:
            page = browser.new_page(viewport={"width": width, "height": height})
            drawing = source.read_text(encoding="utf-8")
            page.set_content(f"<style>{STYLE}</style>{drawing}")
            page.evaluate("document.fonts.ready")
            data = page.screenshot(omit_background=True)
            image = Image.open(io.BytesIO(data)).convert("RGBA").quantize(COLOURS)
            image.save(target, optimize=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
