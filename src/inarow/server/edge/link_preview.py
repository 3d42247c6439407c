"""The preview that messengers and social networks show for a link: Open Graph and Twitter's tags.

They want whole addresses, and the text of the game that the link leads to. Both are known only when
the page is asked for, so the tags are written then, into the place that index.html leaves for them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from html import escape

PLACE = b'<meta name="link-preview" />'
"""In index.html."""

PICTURE = "/preview.png"
PICTURE_SIZE = 1200, 630
SITE = "inarow"
LONGEST = 200  # characters of a text; more is cut off anyway


@dataclass(frozen=True)
class Preview:
    """What a link leads to."""

    title: str = SITE
    description: str = "Play, watch and analyse k-in-a-row games"


Describe = Callable[[str], Awaitable[Preview | None]]
"""The preview of a path; None for the usual one."""


def preview_tags(preview: Preview, origin: str, path: str) -> bytes:
    """The tags of a page; all text is escaped.

    >>> print(preview_tags(Preview('<b> "x"'), "http://a", "/games/1").decode().splitlines()[1])
        <meta property="og:title" content="&lt;b&gt; &quot;x&quot;" />
    """
    title, description = preview.title[:LONGEST], preview.description[:LONGEST]
    width, height = map(str, PICTURE_SIZE)
    tags = {
        "og:site_name": SITE,
        "og:title": title,
        "og:description": description,
        "og:type": "website",
        "og:url": origin + path,
        "og:image": origin + PICTURE,
        "og:image:width": width,
        "og:image:height": height,
        "og:image:alt": "A board with black and white stones",
        "twitter:card": "summary_large_image",
    }
    return "\n    ".join(
        f'<meta {"name" if key.startswith("twitter") else "property"}="{key}" '
        f'content="{escape(value)}" />'
        for key, value in tags.items()
    ).encode()
