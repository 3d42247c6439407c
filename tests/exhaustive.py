"""What a player can be held to whatever its opponent does."""

from __future__ import annotations

import inarow

SAME = 1e-4
"""Values that differ by less are equal: the player may choose either."""


def worst_result(
    player: inarow.Player,
    state: inarow.State,
    me: int,
    known: dict[str, float] | None = None,
) -> float:
    """The worst result of a player for side ``me``: over all replies, and all its tied choices."""
    known = {} if known is None else known
    if state.is_terminal():
        return state.returns()[me]
    key = str(state.canonical()[0])
    if key not in known:
        if state.current_player() == me:
            decision = player.analyse(state)
            assert decision.value is not None
            best = decision.value - SAME
            actions = [m.action for m in decision.moves if m.value is not None and m.value > best]
        else:
            actions = state.legal_actions()
        results = []
        for action in actions:
            state.apply_action(action)
            results.append(worst_result(player, state, me, known))
            state.undo_action()
        known[key] = min(results)
    return known[key]


def is_safe(player: inarow.Player, game: inarow.Game) -> bool:
    """Whether it never loses, as first and as second player."""
    return all(worst_result(player, game.new_initial_state(), me) >= 0 for me in (0, 1))
