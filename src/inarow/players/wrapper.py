"""A player around another one, for what some players change about all others."""

from __future__ import annotations

from inarow.player import Player


class PlayerWrapper(Player):
    """Passes on all but ``act`` and ``analyse``."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.is_timed = player.is_timed

    @property
    def version(self) -> str:  # type: ignore[override]  # may be known only after a start
        """That of the player."""
        return self._player.version

    @property
    def note(self) -> str:  # type: ignore[override]
        """That of the player."""
        return self._player.note

    def stop(self) -> None:
        """Stop the player."""
        self._player.stop()

    def close(self) -> None:
        """Close the player."""
        self._player.close()
