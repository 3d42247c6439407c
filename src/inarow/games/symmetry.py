"""Rotations and reflections of a board, acting on actions, on states and on tensors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt

Scalar = TypeVar("Scalar", bound=np.generic)


@dataclass(frozen=True, eq=False)
class Symmetry:
    """One symmetry of a game: it maps cell ``a`` to cell ``action(a)``."""

    index: int
    name: str
    inverse_index: int
    shape: tuple[int, int]
    _map: npt.NDArray[np.intp]
    _sources: npt.NDArray[np.intp]

    def action(self, action: int) -> int:
        """The image of an action.

        >>> import inarow
        >>> game = inarow.load_game("tictactoe")
        >>> quarter_turn = game.symmetries()[1]
        >>> game.action_to_string(quarter_turn.action(game.string_to_action("a1")))
        'c1'
        """
        return int(self._map[action])

    def inverse_action(self, action: int) -> int:
        """The action whose image is given: ``inverse_action(action(a)) == a``."""
        return int(self._sources[action])

    def apply(self, tensor: npt.NDArray[Scalar]) -> npt.NDArray[Scalar]:
        """Transform a tensor that ends in (rows, columns), or in one axis of all actions.

        The same call transforms observations, policies and masks:

        >>> import inarow
        >>> game = inarow.load_game("tictactoe")
        >>> state = game.state_from("a1 b2")
        >>> quarter_turn = game.symmetries()[1]
        >>> turned = quarter_turn.apply(state.observation_tensor())
        >>> bool((turned == state.transformed(quarter_turn).observation_tensor()).all())
        True
        """
        cells = len(self._map)
        if tensor.shape[-2:] == self.shape:
            flat = tensor.reshape(*tensor.shape[:-2], cells)
            return flat[..., self._sources].reshape(tensor.shape)
        if tensor.shape[-1:] == (cells,):
            return tensor[..., self._sources]
        raise ValueError(
            f"A tensor of shape {tensor.shape} has no board to transform: it must end in "
            f"{self.shape} or ({cells},)."
        )


def make_symmetries(
    listed: list[tuple[str, int, list[int]]], shape: tuple[int, int]
) -> tuple[Symmetry, ...]:
    """Wrap the core's permutations."""
    maps = [np.array(cell_map, dtype=np.intp) for _, _, cell_map in listed]
    return tuple(
        Symmetry(index, name, inverse, shape, maps[index], maps[inverse])
        for index, (name, inverse, _) in enumerate(listed)
    )
