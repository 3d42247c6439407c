"""A program as a user writes it, with the types of everything.

``test_user_script.py`` checks it with ``mypy --strict`` and runs it, with an empty directory as its
argument.
"""

import random
import sys
from pathlib import Path

import inarow
from inarow.arena import Entrant, MatchResult, play_match
from inarow.protocols.formats import find_format, read_games
from inarow.protocols.record import GameRecord


class Wanderer(inarow.Player):
    """Plays anywhere."""

    version = "wanderer 1"

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self.closed = False

    def act(self, state: inarow.State, limits: inarow.Limits | None = None) -> inarow.Decision:
        """Choose any legal action."""
        action = self._random.choice(state.legal_actions())
        return inarow.Decision(action, stats=inarow.search_stats(nodes=1))

    def close(self) -> None:
        """Remember it."""
        self.closed = True


class Corner:
    """Plays the free cell with the lowest number, and has nothing but ``act``."""

    def act(self, state: inarow.State, limits: inarow.Limits | None = None) -> inarow.Decision:
        """Choose the first legal action."""
        return inarow.Decision(state.legal_actions()[0])


def play_environment() -> dict[str, float]:
    """A game in the PettingZoo environment; the rewards at its end."""
    env = inarow.env("tictactoe")
    env.reset(seed=1)
    rewards = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        rewards[agent] += reward
        over = termination or truncation
        env.step(None if over else int(observation["action_mask"].argmax()))
    env.close()
    return rewards


def play_game(game: inarow.Game) -> list[float]:
    """A game of an own player against one of inarow; what each has won."""
    state = game.new_initial_state()
    limits = inarow.Limits(nodes=200)
    wanderer = Wanderer(seed=1)
    with wanderer, inarow.load_player("mcts:mb=4", game, seed=2) as mcts:
        players: list[inarow.Player] = [wanderer, mcts]
        while not state.is_terminal():
            decision = players[state.current_player()].act(state, limits)
            state.apply_action(decision.action)
    assert wanderer.closed
    return state.returns()


def analyse(game: inarow.Game) -> tuple[inarow.Decision, list[inarow.Progress]]:
    """An analysis, and the progress that was reported."""
    reported: list[inarow.Progress] = []
    with inarow.load_player("engine:mb=4", game, seed=3) as engine:
        decision = engine.analyse(
            game.state_from("h8 i9"),
            inarow.Limits(nodes=3000),
            lines=2,
            on_progress=reported.append,
        )
    return decision, reported


def describe(game: inarow.Game, decision: inarow.Decision) -> str:
    """A decision as text."""
    stats: inarow.Stats = decision.stats
    best: inarow.Line = decision.lines[0]
    candidate: inarow.Candidate = decision.moves[0]
    moves = game.format_moves(best.pv)
    value = 0.0 if decision.value is None else decision.value
    result: inarow.Proven | None = stats["proven"]
    proven = result or "nothing proven"
    return f"{candidate.action}: {value:.2f}, {stats['nodes']} nodes, {proven}, {moves}"


def step_vectors() -> tuple[int, int]:
    """Many games at once, and Gymnasium's environment of them: how many ended."""
    games = inarow.vector(inarow.load_game("tictactoe"), 8, seed=1)
    envs = inarow.vector_env(games.game, len(games), copy=False)
    observations, _ = envs.reset(seed=1)
    counts = [0, 0]
    for _ in range(9):
        _, ended = games.step(games.masks.argmax(axis=1))
        counts[0] += int(ended.sum())
        actions = observations["action_mask"].argmax(axis=1)
        observations, _, ended, _, _ = envs.step(actions)
        counts[1] += int(ended.sum())
    games.set_state(0, games.game.state_from("b2"))
    envs.close()
    return counts[0], counts[1]


def play_own_tournament(directory: Path) -> int:
    """A tournament with a player that has no description, and its continuation."""
    own = Entrant("corner", lambda game, seed: Corner())
    inarow.arena.play_tournament([own, "random"], directory, games=2, seed=1)
    return inarow.arena.resume_tournament(directory, players=[own]).games


def play_own_match(file: Path) -> MatchResult:
    """A match of the two players above, with records."""
    return play_match(
        Entrant("wanderer", lambda game, seed: Wanderer(seed)),
        Entrant("corner", lambda game, seed: Corner()),
        game="5x5x4",
        games=4,
        seed=5,
        out=file,
    )


def convert(source: Path, target: Path) -> list[GameRecord]:
    """Records as SGF, and what is read from that."""
    with target.open("wb") as stream:
        find_format("sgf").write(read_games(source), stream)
    return list(read_games(target))


def main(directory: Path) -> None:
    """Do all of it."""
    assert sorted(play_environment()) == ["player_0", "player_1"]
    assert sum(play_game(inarow.load_game("5x5x4"))) == 0
    gomoku = inarow.load_game("gomoku")
    decision, reported = analyse(gomoku)
    assert len(decision.lines) == 2
    assert reported[-1].nodes <= decision.stats["nodes"]
    sys.stdout.write(describe(gomoku, decision) + "\n")
    result = play_own_match(directory / "games.jsonl")
    records = convert(directory / "games.jsonl", directory / "games.sgf")
    assert len(records) == result.games == 4
    assert records[0].versions[0] == Wanderer.version
    ended, ended_in_envs = step_vectors()
    assert ended == ended_in_envs > 0
    assert play_own_tournament(directory / "cup") == 2
    try:
        inarow.Limits(time=-1)
    except inarow.BadSpec as error:
        sys.stdout.write(f"{error}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
