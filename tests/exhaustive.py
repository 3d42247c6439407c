"""What a player can be held to whatever its opponent does."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable

import inarow

SAME = 1e-4
"""Values that differ by less are equal: the player may choose either."""


def worst_result(
    player: inarow.Player,
    state: inarow.State,
    me: int,
    known: dict[Hashable, float] | None = None,
) -> float:
    """The worst result of a player for side ``me``: over all replies, and all its tied choices."""

    def tied_choices(state: inarow.State) -> list[int]:
        decision = player.analyse(state)
        assert decision.value is not None
        best = decision.value - SAME
        return [m.action for m in decision.moves if m.value is not None and m.value > best]

    return worst_of_choices(tied_choices, state, me, fold=True, known=known)


def worst_of_choices(
    choices: Callable[[inarow.State], Iterable[int]],
    state: inarow.State,
    me: int,
    *,
    fold: bool = False,
    known: dict[Hashable, float] | None = None,
) -> float:
    """The same if side ``me`` may choose these actions; with ``fold``, alike in all images."""
    known = {} if known is None else known
    if state.is_terminal():
        return state.returns()[me]
    key = str(state.canonical()[0]) if fold else state.key()
    if key not in known:
        mine = state.current_player() == me
        results = []
        for action in choices(state) if mine else state.legal_actions():
            state.apply_action(action)
            results.append(worst_of_choices(choices, state, me, fold=fold, known=known))
            state.undo_action()
        known[key] = min(results)
    return known[key]


def is_safe(player: inarow.Player, game: inarow.Game) -> bool:
    """Whether it never loses, as first and as second player."""
    return all(worst_result(player, game.new_initial_state(), me) >= 0 for me in (0, 1))
