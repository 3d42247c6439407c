"""The training of AlphaZero, an iteration at a time.

    1. games of self-play with the network so far, as jobs (games.py, selfplay.py, jobs/);
    2. a window over the newest samples (replay.py);
    3. steps of training on random samples and images of them:
         loss = (z - v)^2 - pi log p + weight decay, and two more policies that help to learn;
    4. by a gate, if there is one, the old network comes back unless the new one has beaten it;
    5. the average of the weights over the last steps is exported, and plays from then on.

Sources: AlphaZero (Silver et al. 2018), with the self-play of Gumbel AlphaZero (Danihelka et al.
2022), and the window and more targets of KataGo (Wu 2019).
"""

from __future__ import annotations

import copy
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.functional import cross_entropy, mse_loss

from inarow.arena import Entrant, play_match
from inarow.errors import BadFile, BadSpec
from inarow.games import Game, load_game
from inarow.learning.alphazero.games import SelfPlay
from inarow.learning.alphazero.learner import AlphaZeroSettings, search_options
from inarow.learning.images import cell_images, turned
from inarow.learning.network_state import pick_device, restore_state, state_to_bytes, take_weights
from inarow.learning.networks import best_network, make_network
from inarow.learning.networks.base import Network, Outputs
from inarow.learning.networks.export import to_int8, to_onnx
from inarow.learning.networks.onnx_weights import take_onnx
from inarow.learning.replay import (
    NO_REPLY,
    ReplayWindow,
    shard_from_bytes,
    window_size,
)
from inarow.learning.run import Algorithm, Figures, model_of
from inarow.models.onnx import network_from_bytes
from inarow.player import Player
from inarow.players.alphazero import alphazero_player
from inarow.shards import Shards

MODEL_FILE = "model.onnx"
STATE_FILE = "state.safetensors"
EPOCHS_FILE = "epochs.csv"
"""The losses of each epoch before a checkpoint, if the settings have some: of a paper's curves."""
LOSSES = ("loss", "policy_loss", "value_loss", "soft_policy_loss", "reply_loss")
WARM_UP = 0.02
"""Share of the games in which the rate rises."""
SOFTENED = 0.25
"""The power of the policy that the soft policy learns."""
CALIBRATION = 1024
"""Samples that show a quantised network which numbers occur."""
AGREED_POLICY, AGREED_VALUE = 0.08, 0.08
"""Most that int8 may differ: divergence of the policies, and mean difference of the values."""


class AlphaZeroAlgorithm(Algorithm):
    """Learns from games that its own search plays against itself."""

    def __init__(self, game: Game, settings: AlphaZeroSettings, seed: int, shards: Shards) -> None:
        self._game, self._settings, self._seed, self._shards = game, settings, seed, shards
        self._encoding = _encoding(game, settings.encoding)
        self._planes = game.observation_tensor_shape(self._encoding)[0]
        self._boards = [*_smaller_boards(game, settings.curriculum), game]
        self._images = {
            (board.rows, board.columns): cell_images(board, settings.symmetries)
            for board in self._boards
        }
        torch.set_num_threads(settings.threads)
        torch.manual_seed(seed)
        self._device = pick_device(settings.device)
        self._network = settings.network if settings.network != "auto" else best_network(game)
        net = make_network(
            self._network,
            planes=self._planes,
            rows=game.rows,
            columns=game.columns,
            blocks=settings.blocks,
            channels=settings.channels,
        )
        if len(self._boards) > 1 and not net.any_size:
            raise BadSpec(
                f"curriculum needs a network for boards of any size: {self._network} is not."
            )
        net = net.to(self._device).to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self._net: Network = net
        self._average: Network = copy.deepcopy(net).requires_grad_(False)
        self._nets = nn.ModuleDict({"net": self._net, "average": self._average})
        self._optimizer = torch.optim.AdamW(
            net.parameters(), lr=settings.rate, weight_decay=settings.decay
        )
        self._planned_games = settings.rate_games or settings.games
        self._window = ReplayWindow(self._encoding)
        self._epochs: Sequence[NDArray[np.float64]] = []
        self._self_play = SelfPlay(settings, seed, self._encoding, shards)
        self._is_whole = True
        self._model = self._exported(None)

    @property
    def is_whole(self) -> bool:
        """Games that could not be played have changed nothing."""
        return self._is_whole

    def train(self, first: int, count: int) -> Figures:
        """Results of the first player, sizes, losses, and what the gate said."""
        settings = self._settings
        played = self._self_play.play(self._board_at(first), self._model, first, count)
        self._is_whole = False
        new = sum(self._window.add(name, shard) for name, shard in played.shards)
        size = window_size(self._window.total, settings.window, settings.window_growth)
        for name in self._window.drop_beyond(size):
            self._shards.drop(name)
        if settings.epochs:
            steps = math.ceil(settings.epochs * len(self._window) / settings.batch)
        else:
            steps = math.ceil(settings.reuse * new / settings.batch)
        before = copy.deepcopy(self._nets.state_dict()), copy.deepcopy(self._optimizer.state_dict())
        rng = np.random.default_rng([self._seed, first])
        torch.manual_seed(int(rng.integers(2**62)))  # of the dropout
        losses = np.zeros((steps, len(LOSSES)))
        self._net.train()
        for step in range(steps):
            self._set_rate(first + count * step / steps)
            losses[step] = self._step(rng)
        model = self._exported(rng)
        gated = self._pass_gate(model, before, first + count) if settings.gate else {}
        if gated.get("accepted", 1):
            self._model = model
        self._epochs = np.array_split(losses, int(settings.epochs)) if settings.epochs >= 2 else []
        self._is_whole = True
        return {
            **played.figures,
            "samples": new,
            "window": len(self._window),
            **dict(zip(LOSSES, losses.sum(axis=0) / max(1, steps), strict=True)),
            "rate": self._optimizer.param_groups[0]["lr"],
            **gated,
        }

    # --- 1.: games ---

    def _board_at(self, games: int) -> Game:
        """By the curriculum, all boards have an equal share of the games."""
        share = games / self._planned_games
        return self._boards[min(int(share * len(self._boards)), len(self._boards) - 1)]

    # --- 3.: training ---

    def _set_rate(self, games: float) -> None:
        """A linear rise, then a cosine, over the games of the run."""
        share = min(1.0, games / self._planned_games)
        if share < WARM_UP:
            factor = max(share, 1e-3) / WARM_UP
        else:
            factor = 0.5 + 0.5 * math.cos(math.pi * (share - WARM_UP) / (1 - WARM_UP))
        for group in self._optimizer.param_groups:
            group["lr"] = self._settings.rate * factor

    def _step(self, rng: np.random.Generator) -> NDArray[np.float64]:
        """One step on random images of random samples; the losses."""
        settings = self._settings
        samples = self._window.draw(settings.batch, rng)
        images = self._images[samples.planes.shape[2:]]
        planes, policies, replies = turned(
            samples, images[rng.integers(len(images), size=len(samples))]
        )
        found: Outputs = self._net(self._tensor(planes).to(memory_format=torch.channels_last))
        policy = self._tensor(policies)
        share = settings.thoughts
        target = self._tensor(
            share * samples.values + (1 - share) * samples.results.astype(np.float32)
        ).float()
        policy_loss = cross_entropy(found.policy, policy)
        value_loss = mse_loss(found.value, target)
        loss = policy_loss + value_loss
        soft_loss = reply_loss = torch.zeros(())
        if found.soft_policy is not None:
            soft = policy**SOFTENED
            soft = soft / soft.sum(1, keepdim=True).clamp_min(1e-9)
            soft_loss = cross_entropy(found.soft_policy, soft)
            loss = loss + settings.soft_policy * soft_loss
        if found.reply is not None and (replies != NO_REPLY).any():
            reply_loss = cross_entropy(found.reply, self._tensor(replies), ignore_index=NO_REPLY)
            loss = loss + settings.reply * reply_loss
        self._optimizer.zero_grad()
        loss.backward()
        self._optimizer.step()
        self._update_average()
        losses = (loss, policy_loss, value_loss, soft_loss, reply_loss)
        return np.array([each.item() for each in losses])

    @torch.no_grad()
    def _update_average(self) -> None:
        weight = 1 - self._settings.average
        last = self._net.state_dict()
        for name, mean in self._average.state_dict().items():
            if mean.is_floating_point():
                mean.lerp_(last[name], weight)
            else:
                mean.copy_(last[name])

    def _tensor(self, array: NDArray[Any]) -> Tensor:
        return torch.from_numpy(array).to(self._device)

    # --- 4.: the gate ---

    def _pass_gate(
        self, model: bytes, before: tuple[dict[str, Any], dict[str, Any]], number: int
    ) -> dict[str, float]:
        """A match against the network so far, which comes back if it is not beaten."""
        result = play_match(
            Entrant("new", lambda _, seed: self._player_of(model, seed)),
            Entrant("old", lambda _, seed: self._player_of(self._model, seed)),
            game=self._game,
            games=self._settings.gate_games,
            seed=self._seed + number,
        )
        counts = result.counts
        decided = counts.wins + counts.losses
        accepted = decided > 0 and counts.wins / decided >= self._settings.gate
        if not accepted:
            self._nets.load_state_dict(before[0])
            self._optimizer.load_state_dict(before[1])
        return {
            "gate_wins": counts.wins,
            "gate_draws": counts.draws,
            "gate_losses": counts.losses,
            "accepted": int(accepted),
        }

    # --- 5.: the network that plays ---

    def _exported(self, rng: np.random.Generator | None) -> bytes:
        """The averaged network as a file, quantised if that changes little."""
        about = {
            "game": self._game.spec,
            "encoding": self._encoding,
            "network": self._network,
        }
        shape = {"planes": self._planes, "rows": self._game.rows, "columns": self._game.columns}
        exact = to_onnx(self._average, **shape, about=about)
        if rng is None or not self._settings.int8 or not len(self._window):
            return exact
        positions, held_out = (
            self._window.draw(CALIBRATION, rng).planes.astype(np.float32) for _ in range(2)
        )
        quantised = to_int8(exact, positions, self._net.float_layers)
        return quantised if _agree(exact, quantised, held_out) else exact

    def model(self) -> tuple[str, bytes]:
        """The network that plays."""
        return MODEL_FILE, self._model

    def save(self) -> dict[str, bytes]:
        """The networks as they are trained, the state of the optimiser, and the samples so far."""
        about = {"total": str(self._window.total)}
        files = {STATE_FILE: state_to_bytes(self._nets, self._optimizer, about)}
        if self._epochs and all(map(len, self._epochs)):
            lines = [",".join(LOSSES)]
            lines += [
                ",".join(f"{loss:.6g}" for loss in each.mean(axis=0)) for each in self._epochs
            ]
            files[EPOCHS_FILE] = ("\n".join(lines) + "\n").encode()
        return files

    def restore(self, files: Mapping[str, bytes]) -> None:
        """Go on with networks and the shards of the window."""
        path = Path(STATE_FILE)
        about = restore_state(path, files[STATE_FILE], self._nets, self._optimizer)
        self._model = files[MODEL_FILE]
        network_from_bytes(Path(MODEL_FILE), self._model)
        for name in self._shards.checksums:
            self._window.add(name, shard_from_bytes(Path(name), self._shards.read(name)))
        try:
            self._window.total = int(about["total"])
        except (KeyError, ValueError):
            raise BadFile(f"{path} does not say how many samples there were.") from None

    def start_from(self, files: Mapping[str, bytes]) -> None:
        """Start with the network of another run, or an exported one; perhaps of another board."""
        path, model = model_of(files)
        if STATE_FILE in files:
            take_weights(Path(STATE_FILE), files[STATE_FILE], self._nets)
        else:
            take_onnx(path, model, self._net)
            self._average.load_state_dict(self._net.state_dict())
        about = network_from_bytes(path, model).about
        is_same = about["game"] == self._game.spec and about["encoding"] == self._encoding
        self._model = model if is_same else self._exported(None)

    def close(self) -> None:
        """End the processes that play."""
        self._self_play.close()

    def player(self, seed: int) -> Player:
        """The search with the network so far."""
        return self._player_of(self._model, seed)

    def _player_of(self, model: bytes, seed: int) -> Player:
        network = network_from_bytes(Path(MODEL_FILE), model)
        settings = self._settings
        return alphazero_player(
            self._game, network, seed, settings.play_sims, **search_options(settings)
        )


def _encoding(game: Game, name: str) -> str:
    """The richest encoding is the last one."""
    return list(game.encodings())[-1 if name == "auto" else game.encoding_index(name)]


def _smaller_boards(game: Game, sizes: str) -> list[Game]:
    """The boards of a curriculum, with the rows that the game itself has."""
    boards = []
    for size in sizes.split():
        if game.in_a_row is None or not size.isdigit() or int(size) < game.in_a_row:
            raise BadSpec(
                f"curriculum={sizes!r:.40} is not valid: give sizes of boards, such as 9 11."
            )
        rule = f",rule={game.rule}" if game.rule != "freestyle" else ""
        boards.append(load_game(f"mnk:m={size},n={size},k={game.in_a_row}{rule}"))
    return boards


def _agree(exact: bytes, quantised: bytes, positions: NDArray[np.float32]) -> bool:
    """Whether a quantised network says nearly the same."""
    path = Path(MODEL_FILE)
    logits, values = network_from_bytes(path, exact).evaluate(positions)
    others, other_values = network_from_bytes(path, quantised).evaluate(positions)
    one, other = (torch.from_numpy(each).log_softmax(1) for each in (logits, others))
    divergence = (one.exp() * (one - other)).sum(1).mean().item()
    apart = float(np.abs(values - other_values).mean())
    return divergence < AGREED_POLICY and apart < AGREED_VALUE
