"""Images of positions under symmetry, so that one sample teaches several."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from inarow.errors import BadSpec
from inarow.games import Game
from inarow.learning.replay import NO_REPLY, Samples

Symmetries = Literal["8", "none", "64"]


def cell_images(game: Game, symmetries: Symmetries) -> NDArray[np.intp]:
    """A row for each image: cell ``c`` of it is the cell of the position that the row has there.

    64 is the Ultimate paper's augmentation, which turns the local boards and the board of boards
    independently. That breaks the rule that a cell names the next board, so these images are not
    positions of the same value; it is here to repeat that paper's experiment.

    >>> import inarow
    >>> [len(cell_images(inarow.load_game("ultimate"), kind)) for kind in ("none", "8", "64")]
    [1, 8, 64]
    """
    cells = np.arange(game.rows * game.columns)
    if symmetries == "none":
        return cells[None, :]
    if symmetries == "8":
        return np.array([symmetry.apply(cells) for symmetry in game.symmetries()])
    if game.kind != "ultimate":
        raise BadSpec(
            f"symmetries=64 is for ultimate, which has boards of boards: not {game.spec}."
        )
    turns = [np.array(each).reshape(3, 3) for each in _square_images()]
    grid = cells.reshape(3, 3, 3, 3).transpose(0, 2, 1, 3).reshape(9, 9)  # by board, then by cell
    return np.array(
        [
            grid[np.ix_(boards.ravel(), inner.ravel())]
            .reshape(3, 3, 3, 3)
            .transpose(0, 2, 1, 3)
            .ravel()
            for boards in turns
            for inner in turns
        ]
    )


def turned(
    samples: Samples, images: NDArray[np.intp]
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.int64]]:
    """Planes, policies and replies of images of samples, a row of ``cell_images`` for each."""
    policies = np.take_along_axis(samples.policies, images, axis=1).astype(np.float32)
    cells = turned_actions(np.maximum(samples.replies, 0), images)
    replies = np.where(samples.replies == NO_REPLY, NO_REPLY, cells)
    return turned_planes(samples.planes, images), policies, replies


def turned_planes(planes: NDArray[Any], images: NDArray[np.intp]) -> NDArray[np.float32]:
    """The planes of images of positions, a row of ``cell_images`` for each."""
    flat = planes.reshape(*planes.shape[:2], -1)
    moved = np.take_along_axis(flat, images[:, None, :], axis=2)
    return moved.astype(np.float32).reshape(planes.shape)


def turned_actions(actions: NDArray[Any], images: NDArray[np.intp]) -> NDArray[np.int64]:
    """Where the actions of positions are in their images."""
    there = np.argsort(images, axis=1)  # where each cell of a position is in its image
    moved: NDArray[np.int64] = np.take_along_axis(there, actions[:, None], axis=1)[:, 0]
    return moved


def _square_images() -> list[NDArray[np.intp]]:
    """The eight images of nine cells."""
    square = np.arange(9).reshape(3, 3)
    turned = [np.rot90(square, quarter) for quarter in range(4)]
    return [*turned, *map(np.fliplr, turned)]
