"""Every error as the same JSON, ``schema.edge.ProblemDetails``: a word for programs, a sentence."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import BaseRoute, Match

from inarow.errors import InarowError, PlayerFailed
from inarow.games.state import LEGAL_MOVES
from inarow.server.edge.refusals import Refused
from inarow.server.schema.edge import ErrorEvent, ErrorWord, ProblemDetails
from inarow.server.storage import StorageFailed
from inarow.untrusted_text import one_line, shorten

LONGEST_MESSAGE = 500  # characters; what was sent may be quoted in it

FAILED = "Something went wrong on the server; the error was logged, and nothing was changed."
NO_DATABASE = "The server cannot use its database at the moment: try again soon."
NO_JSON = "This is not JSON; every message must be JSON."

_ONLY_FOR_THE_COMMAND_LINE = (
    (LEGAL_MOVES, ""),
    (re.compile(r" cells: say which game it is[^.]*"), " cells, too few for Gomoku"),
    (re.compile(r": say (by )?which game it is[^.]*"), ""),
    (re.compile(r": write name:key=[^.]*|, as in key=[^.]*"), ""),
)
_BAD_VALUE = re.compile(
    r"\b(?P<name>\w+)=(?P<value>.*?) is (not valid|out of range): (?P=name) (?P<rest>.*?)\.?$"
)
_LARGE_NUMBER = re.compile(r"\b\d+(\.\d+)?e\+\d\d\b")

LOG = logging.getLogger(__name__)


def problem_response(
    status: int, error: ErrorWord, message: str, headers: Mapping[str, str] | None = None
) -> Response:
    """A response that says what was wrong."""
    body = ProblemDetails(error=error, message=short_message(message)).model_dump_json()
    return Response(body, status, headers, media_type="application/json")


def refusal_response(error: InarowError) -> Response:
    """The response to a request that is refused."""
    status = error.status if isinstance(error, Refused) else 400
    if isinstance(error, StorageFailed):
        status = 503
    return problem_response(status, error_word(error), error_message(error))


def problem_responses(descriptions: Mapping[int, str]) -> dict[int | str, dict[str, Any]]:
    """Refusals of a route, for its OpenAPI description: when each status is answered."""
    return {
        status: {"model": ProblemDetails, "description": description}
        for status, description in descriptions.items()
    }


def error_word(error: InarowError) -> ErrorWord:
    """The word for programs."""
    if isinstance(error, StorageFailed | PlayerFailed):
        return "failed"
    return error.error if isinstance(error, Refused) else "bad-request"


def error_message(error: InarowError) -> str:
    """The sentence for people; the details of a database error go to the log only.

    >>> error_message(InarowError("Move 2 does not fit: h8 is taken; legal are a1, b1 and 3 more."))
    'Move 2 does not fit: h8 is taken.'
    """
    if not isinstance(error, StorageFailed):
        return _for_the_page(str(error))
    LOG.warning("%s", error)
    return NO_DATABASE


def _for_the_page(message: str) -> str:
    """A message as the page says it; many are written for the command line.

    >>> _for_the_page("sims=0 is out of range: sims must be a whole number from 1 to 1e+06.")
    'sims must be a whole number from 1 to 1,000,000, not 0.'
    """
    for pattern, instead in _ONLY_FOR_THE_COMMAND_LINE:
        message = pattern.sub(instead, message)
    message = _BAD_VALUE.sub(
        lambda bad: f"{bad['name'].replace('_', ' ')} {bad['rest']}, not {bad['value']}.", message
    )
    return _LARGE_NUMBER.sub(lambda number: f"{float(number[0]):,.0f}", message)


def error_event(error: InarowError) -> str:
    """An error as an event on a socket."""
    return ErrorEvent(
        error=error_word(error), message=short_message(error_message(error))
    ).model_dump_json()


def short_message(message: str) -> str:
    r"""A message on one line, cut where it gets too long.

    >>> short_message("two\nlines")
    'two lines'
    >>> len(short_message("more " * 1000))
    500
    """
    return shorten(one_line(message), LONGEST_MESSAGE, cut="end")


def validation_sentence(errors: Sequence[Mapping[str, Any]]) -> str:
    """What is wrong with a message: the first error that Pydantic found, with its place.

    >>> validation_sentence([{"loc": ("body", "moves", 3), "msg": "Input should be less than 400"}])
    'moves, 3: Input should be less than 400.'
    """
    first = errors[0]
    if first.get("type") == "json_invalid":
        return NO_JSON
    place = ", ".join(str(part) for part in first["loc"] if part not in ("body", "query", "path"))
    sentence = f"{place}: {first['msg']}." if place else f"{first['msg']}."
    more = len(errors) - 1
    return sentence if more == 0 else f"{sentence[:-1]}; and {more} more."


def validation_message(error: ValidationError) -> str:
    """What is wrong with a message on a socket."""
    return validation_sentence(error.errors(include_url=False, include_context=False))


def add_error_handlers(app: FastAPI, routers: Iterable[APIRouter]) -> None:
    """Answer every error of an app with ``ProblemDetails``."""
    routes = [route for part in routers for route in part.routes]

    @app.exception_handler(InarowError)
    async def _refused(request: Request, error: InarowError) -> Response:
        return refusal_response(error)

    @app.exception_handler(RequestValidationError)
    async def _invalid(request: Request, error: RequestValidationError) -> Response:
        return problem_response(422, "bad-request", validation_sentence(error.errors()))

    @app.exception_handler(HTTPException)
    async def _http(request: Request, error: HTTPException) -> Response:
        path = short_message(request.url.path)
        headers = error.headers
        if error.status_code == 404:
            message = f"There is nothing at {path}."
        elif error.status_code == 405:
            message = f"{request.method} is not possible at {path}."
            headers = {"Allow": ", ".join(_methods(routes, request))}
        elif error.status_code == 400:
            message = NO_JSON  # from FastAPI, if json cannot read a body: too deep, not UTF-8
        else:
            message = str(error.detail)
        word: ErrorWord = "not-found" if error.status_code == 404 else "bad-request"
        return problem_response(error.status_code, word, message, headers)


def _methods(routes: Iterable[BaseRoute], request: Request) -> list[str]:
    """The methods of all routes of an address; Starlette names those of the first only."""
    return sorted(
        {
            method
            for route in routes
            if route.matches(request.scope)[0] is Match.PARTIAL
            for method in getattr(route, "methods", None) or ()
        }
    )
