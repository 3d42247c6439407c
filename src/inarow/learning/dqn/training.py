"""The training of DQN, some hundred games at a time.

    1. games of the network against itself, past selves and greedy (acting.py);
    2. their positions go to the replay memory, the oldest leave it (memory.py);
    3. steps of training on positions drawn by their errors, and images of them:
         y = r + t^k Q'(s', argmax over legal b of Q(s', b)),  loss = weight * error(Q(s, a), y)
       with t = -gamma, as s' belongs to the opponent, and Q' the target network; moves that win or
       lose at once have known values (immediate.py), there and in a second part of the loss;
    4. the target network follows the network: it is an average of its weights over the last steps,
       or a copy that is renewed now and then. The average is also what plays.

Sources: DQN (Mnih et al. 2015), with double Q (van Hasselt et al. 2016), dueling networks (Wang et
al. 2016), prioritised replay (Schaul et al. 2016) and several steps as in Rainbow (Hessel et al.
2018); values as shares that are learned by cross-entropy are from Farebrother et al. 2024.
"""

from __future__ import annotations

import copy
import math
import time
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy, smooth_l1_loss

from inarow.errors import BadFile
from inarow.games import Game
from inarow.learning.dqn.acting import GREEDY, PAST, Actors, Played, QValues, Roles, play_games
from inarow.learning.dqn.export import check_q_network, quantised
from inarow.learning.dqn.immediate import (
    after_moves,
    has_rows,
    known_values,
    rows_of,
    saving_moves,
)
from inarow.learning.dqn.learner import DqnSettings
from inarow.learning.dqn.memory import (
    SUFFIX,
    ReplayMemory,
    positions_of,
    shard_from_bytes,
    shard_to_bytes,
)
from inarow.learning.dqn.opponents import draw_roles, figures_of
from inarow.learning.images import cell_images, turned_actions, turned_planes
from inarow.learning.network_state import pick_device, restore_state, state_to_bytes, take_weights
from inarow.learning.networks.base import Network
from inarow.learning.networks.export import to_onnx
from inarow.learning.networks.onnx_weights import take_onnx
from inarow.learning.networks.q_values import Conv3Net, DuelingNet
from inarow.learning.run import SHORTEST, Algorithm, Figures, model_of
from inarow.models.onnx import network_from_bytes
from inarow.models.q_values import GIVES_Q
from inarow.models.tensors import tensors_from_bytes, tensors_to_bytes
from inarow.player import Player
from inarow.players import load_player, player_type
from inarow.players.dqn import DqnPlayer
from inarow.runlog import PER_SECOND
from inarow.shards import Shards

MODEL_FILE = "model.onnx"
STATE_FILE, MEMORY_FILE = "state.safetensors", "memory.safetensors"
PAST_SUFFIX = ".onnx"
LOWEST_RATE = 0.1
"""Of the learning rate, as a share of the highest."""
INSIDE = 1 - 1e-6
"""Keeps shares of points away from 0 and 1, where logarithms are infinite."""


class DqnAlgorithm(Algorithm):
    """Learns the values of moves from games of many kinds, all played at once."""

    def __init__(self, game: Game, settings: DqnSettings, seed: int, shards: Shards) -> None:
        self._game, self._settings, self._seed, self._shards = game, settings, seed, shards
        self._encoding = list(game.encodings())[-1]  # the richest
        planes = game.encodings()[self._encoding]
        self._legal = planes.index("legal" if "legal" in planes else "empty")
        self._images = cell_images(game, settings.symmetries)
        self._turn = -settings.discount if settings.sign == "minus" else settings.discount
        self._rows = rows_of(game) if settings.immediate and has_rows(game) else None
        if settings.shaping:
            rows_of(game)  # refuses games in which rows of k are not all that wins
        torch.set_num_threads(settings.threads)
        torch.manual_seed(seed)
        self._device = pick_device(settings.device)
        net = _make_network(game, settings, len(planes))
        net = net.to(self._device).to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self._net: Network = net
        self._target: Network = copy.deepcopy(net).requires_grad_(False).eval()
        self._nets = nn.ModuleDict({"net": self._net, "target": self._target})
        self._optimizer = torch.optim.AdamW(
            net.parameters(), lr=settings.rate, weight_decay=settings.decay
        )
        self._memory = ReplayMemory()
        self._moves = self._steps = 0
        self._model: bytes | None = None  # made when somebody asks for it
        self._greedy = player_type("greedy").plays(game)

    def train(self, first: int, count: int) -> Figures:
        """Results of the first player and against each opponent, sizes, loss, speeds."""
        settings = self._settings
        rng = np.random.default_rng([self._seed, first])
        epsilon = max(
            settings.least_epsilon, settings.epsilon * settings.epsilon_decay**self._moves
        )
        started = time.monotonic()
        roles = draw_roles(
            settings, first, count, has_past=bool(self._past()), has_greedy=self._greedy, rng=rng
        )
        played = self._play(roles, epsilon, rng)
        self._remember(f"{first:09d}{SUFFIX}", played)
        new = len(played.moves)
        self._moves += new
        acted = time.monotonic()
        steps = math.ceil(settings.reuse * new / settings.batch)
        self._set_rate(first)
        loss = error = 0.0
        self._net.train()
        for _ in range(steps):
            loss, error = loss + (found := self._step(rng))[0], error + found[1]
        learned = time.monotonic()
        self._model = None
        return {
            "first_wins": int((played.results > 0).sum()),
            "draws": int((played.results == 0).sum()),
            "second_wins": int((played.results < 0).sum()),
            "length": new / count,
            **figures_of(played, roles),
            "loss": loss / max(1, steps),
            "error": error / max(1, steps),
            "epsilon": epsilon,
            "rate": self._optimizer.param_groups[0]["lr"],
            "memory": len(self._memory),
            "samples_per_move": steps * settings.batch / new,
            f"moves{PER_SECOND}": new / max(acted - started, SHORTEST),
            f"samples{PER_SECOND}": steps * settings.batch / max(learned - acted, SHORTEST),
        }

    # --- 1.: games ---

    def _play(self, roles: Roles, epsilon: float, rng: np.random.Generator) -> Played:
        now = self._exported()
        past: QValues | None = None
        if (kept := self._past()) and (roles.opponents == PAST).any():
            past = self._values_of(self._shards.read(kept[rng.integers(len(kept))]))
        greedy = None
        if (roles.opponents == GREEDY).any():
            greedy = load_player("greedy", self._game, int(rng.integers(2**62)))
        return play_games(
            self._game,
            self._encoding,
            Actors(self._values_of(now), past, greedy),
            roles,
            at_once=self._settings.at_once,
            epsilon=epsilon,
            rng=rng,
        )

    def _values_of(self, network: bytes) -> QValues:
        model = network_from_bytes(Path(MODEL_FILE), network, self._settings.workers)
        return lambda planes: model.evaluate(planes)[0]

    def _past(self) -> list[str]:
        """The names of past selves."""
        return [name for name in self._shards.checksums if name.endswith(PAST_SUFFIX)]

    # --- 2.: memory ---

    def _remember(self, name: str, played: Played) -> None:
        settings = self._settings
        self._shards.add(name, shard_to_bytes(self._game, played))
        self._add_positions(name, played)
        for old in self._memory.drop_beyond(settings.memory):
            self._shards.drop(old)
        before = int(name.removesuffix(SUFFIX))
        after = before + len(played.lengths)
        if before // settings.past_every < after // settings.past_every:
            self._shards.add(f"past-{after:09d}{PAST_SUFFIX}", self._exported())
            for old in self._past()[: -settings.past_selves]:
                self._shards.drop(old)

    def _add_positions(self, name: str, played: Played) -> None:
        settings = self._settings
        positions = positions_of(
            self._game,
            self._encoding,
            played,
            n_step=settings.n_step,
            turn=self._turn,
            shaping=settings.shaping,
        )
        self._memory.add(name, positions)

    # --- 3.: training ---

    def _set_rate(self, games: int) -> None:
        """A cosine from the highest rate to the lowest."""
        settings = self._settings
        share = min(1.0, games / (settings.rate_games or settings.games))
        factor = LOWEST_RATE + (1 - LOWEST_RATE) * (1 + math.cos(math.pi * share)) / 2
        for group in self._optimizer.param_groups:
            group["lr"] = settings.rate * factor

    def _step(self, rng: np.random.Generator) -> tuple[float, float]:
        """One step on images of positions; the loss, and the mean error of the values."""
        settings, positions = self._settings, self._memory.positions
        places, weights = self._memory.draw(
            settings.batch, settings.priority, settings.importance, rng
        )
        images = self._images[rng.integers(len(self._images), size=len(places))]
        planes = turned_planes(positions.planes[places], images)
        actions = turned_actions(positions.actions[places], images)
        returns, jumps = positions.returns[places].copy(), positions.jumps[places]
        later = turned_planes(positions.planes[places + jumps], images)
        if self._rows is not None:
            values, known = known_values(planes, self._rows, settings.discount)
            actions, replaced = saving_moves(planes, values, known, actions)
            returns, jumps = np.where(replaced, 0, returns), np.where(replaced, 1, jumps)
            later[replaced] = after_moves(planes[replaced], actions[replaced])
        targets = self._targets(returns, jumps, later)
        found = self._net(self._tensor(planes)).policy
        played = found.gather(1, torch.from_numpy(actions).to(self._device)[:, None])[:, 0]
        aims = torch.from_numpy(targets).to(self._device)
        losses = self._losses(played, aims)
        if self._rows is not None:
            losses = losses + settings.immediate * self._known_losses(found, values, known)
        loss = (torch.from_numpy(weights).to(self._device) * losses).mean()
        self._optimizer.zero_grad()
        loss.backward()
        self._optimizer.step()
        self._follow()
        errors = (played.detach() - aims).abs().cpu().numpy()
        self._memory.errors[places] = errors
        return loss.item(), float(errors.mean())

    def _losses(self, values: Tensor, aims: Tensor) -> Tensor:
        if self._settings.loss == "huber":
            return smooth_l1_loss(values, aims, reduction="none")
        shares, aimed = (1 + INSIDE * values) / 2, (1 + aims) / 2
        return binary_cross_entropy(shares, aimed, reduction="none")

    def _known_losses(
        self, found: Tensor, values: NDArray[np.float32], known: NDArray[np.bool_]
    ) -> Tensor:
        """The mean loss of the moves of each position whose values the rules give."""
        counted = torch.from_numpy(known).to(self._device)
        losses = self._losses(found, torch.from_numpy(values).to(self._device)) * counted
        return losses.sum(1) / counted.sum(1).clamp_min(1)

    @torch.no_grad()
    def _targets(
        self,
        returns: NDArray[np.float32],
        jumps: NDArray[np.int8],
        later: NDArray[np.float32],
    ) -> NDArray[np.float32]:
        """What the values should be: rewards, and the value of a later position if there is one."""
        targets = returns.astype(np.float32)
        full = ~later[:, self._legal].any((1, 2))  # a draw
        if (going := np.flatnonzero((jumps > 0) & ~full)).size:
            planes = later[going]
            legal = torch.from_numpy(planes[:, self._legal].reshape(len(going), -1) > 0)
            values = ranked = self._target(self._tensor(planes)).policy
            if self._settings.double:
                self._net.eval()
                ranked = self._net(self._tensor(planes)).policy
                self._net.train()
            if self._rows is not None:
                exact = known_values(planes, self._rows, self._settings.discount)
                certain, known = (torch.from_numpy(each).to(self._device) for each in exact)
                values, ranked = (torch.where(known, certain, each) for each in (values, ranked))
            ranked = ranked.masked_fill(~legal.to(self._device), -torch.inf)
            best = values.gather(1, ranked.argmax(1, keepdim=True))[:, 0]
            powers = np.float32(self._turn) ** jumps[going].astype(np.float32)
            targets[going] += powers * best.cpu().numpy()
        return np.clip(targets, -1, 1)

    # --- 4.: the target network ---

    @torch.no_grad()
    def _follow(self) -> None:
        """After each step."""
        settings = self._settings
        self._steps += 1
        if settings.target_every:
            if self._steps % settings.target_every == 0:
                self._target.load_state_dict(self._net.state_dict())
            return
        last = self._net.state_dict()
        share = 1 - min(settings.average, self._steps / (self._steps + 10))
        for name, mean in self._target.state_dict().items():
            if mean.is_floating_point():
                mean.lerp_(last[name], share)
            else:
                mean.copy_(last[name])

    def _tensor(self, planes: NDArray[np.float32]) -> Tensor:
        return (
            torch.from_numpy(planes).to(self._device).contiguous(memory_format=torch.channels_last)
        )

    # --- the network that plays ---

    def _exported(self) -> bytes:
        """The network that acts: the average of the weights if there is one."""
        averaged = self._settings.average and not self._settings.target_every
        about = {
            "game": self._game.spec,
            "encoding": self._encoding,
            "network": self._settings.network,
            **GIVES_Q,
        }
        planes, rows, columns = self._game.observation_tensor_shape(self._encoding)
        net = self._target if averaged else self._net
        return to_onnx(net, planes=planes, rows=rows, columns=columns, about=about)

    def _played_model(self) -> bytes:
        """What players load: the same, quantised if that changes little."""
        if self._model is None:
            self._model = self._exported()
            if self._settings.int8 and len(self._memory):
                rng = np.random.default_rng([self._seed, self._moves])
                self._model = quantised(
                    self._model, self._memory.positions.planes, self._legal, rng
                )
        return self._model

    def model(self) -> tuple[str, bytes]:
        """The network that plays."""
        return MODEL_FILE, self._played_model()

    def save(self) -> dict[str, bytes]:
        """Networks, the state of the optimiser, counts, and the errors of remembered positions."""
        about = {"moves": str(self._moves), "steps": str(self._steps)}
        return {
            STATE_FILE: state_to_bytes(self._nets, self._optimizer, about),
            MEMORY_FILE: tensors_to_bytes({"errors": self._memory.errors}, {}),
        }

    def restore(self, files: Mapping[str, bytes]) -> None:
        """Go on with networks and the shards of the memory."""
        path = Path(STATE_FILE)
        about = restore_state(path, files[STATE_FILE], self._nets, self._optimizer)
        self._model = files[MODEL_FILE]
        check_q_network(Path(MODEL_FILE), self._model)
        for name in self._shards.checksums:
            if name.endswith(SUFFIX):
                self._add_positions(name, shard_from_bytes(Path(name), self._shards.read(name)))
        errors = tensors_from_bytes(Path(MEMORY_FILE), files[MEMORY_FILE])[0]["errors"]
        if errors.shape != (len(self._memory),):
            raise BadFile(f"{MEMORY_FILE} does not fit the positions of this run.")
        self._memory.errors[:] = errors
        try:
            self._moves, self._steps = int(about["moves"]), int(about["steps"])
        except (KeyError, ValueError):
            raise BadFile(f"{path} does not say how many moves and steps there were.") from None

    def start_from(self, files: Mapping[str, bytes]) -> None:
        """Start with the network of another run, or an exported one; perhaps of another board."""
        path, model = model_of(files)
        if STATE_FILE in files:
            take_weights(Path(STATE_FILE), files[STATE_FILE], self._nets)
        else:
            take_onnx(path, model, self._net)
            self._target.load_state_dict(self._net.state_dict())
        about = check_q_network(path, model).about
        is_same = about["game"] == self._game.spec and about["encoding"] == self._encoding
        self._model = model if is_same else None

    def player(self, seed: int) -> Player:
        """The network so far, alone."""
        return DqnPlayer(self._game, check_q_network(Path(MODEL_FILE), self._played_model()))


def _make_network(game: Game, settings: DqnSettings, planes: int) -> Network:
    if settings.network == "conv3":
        return Conv3Net(planes, game.rows, game.columns, settings.channels)
    return DuelingNet(planes, settings.blocks, settings.channels, settings.dueling)
