"""What is wrong with a value, in our words: typer and pydantic write for programmers."""

from __future__ import annotations

import re

_KINDS = {
    "integer": "a whole number",
    "number": "a number",
    "string": "a text",
    "boolean": "true or false",
    "list": "a list",
}
_WRONG_KIND = re.compile(rf"Input should be a valid ({'|'.join(_KINDS)})\b.*", re.DOTALL)
_OUT_OF_RANGE = re.compile(r"Input should be (greater|less) than or equal to ")
_OF_OPTION = re.compile(r"Invalid value for '([^']*)': (?=must be )")


def in_plain_words(message: str) -> str:
    """A message of typer or pydantic as we would write it; others as they are.

    >>> in_plain_words("Invalid value for '--games': Input should be a valid integer, unable to …")
    '--games must be a whole number.'
    >>> in_plain_words("Input should be less than or equal to 1024")
    'must be at most 1024.'
    >>> in_plain_words("Missing argument 'SPEC'.")
    "Missing argument 'SPEC'."
    """
    plain = _WRONG_KIND.sub(lambda match: f"must be {_KINDS[match[1]]}", message)
    plain = _OUT_OF_RANGE.sub(
        lambda match: f"must be at {'least' if match[1] == 'greater' else 'most'} ", plain
    )
    return message if plain == message else _OF_OPTION.sub(r"\1 ", plain) + "."
