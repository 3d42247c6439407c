"""100 against 30 simulations, tables 1 and 2 of the AZ-Gomoku paper; see README.md beside it."""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path

from inarow.arena import MatchResult, play_match
from inarow.arena.match import processors
from inarow.arena.statistics.cross_table import Counts
from inarow.arena.statistics.elo import score_interval
from inarow.errors import InarowError
from inarow.learning import load_learner

MORE, FEWER = 100, 30
"""Simulations of the two players."""
OPENINGS = "random:plies=2"

# Games of self-play: results of the player with more simulations, moving first and second.
PAPER = {
    10: (Counts(wins=24, losses=16), Counts(wins=21, losses=19)),
    50: (Counts(wins=31, losses=9), Counts(wins=25, losses=15)),
}

COLUMNS = ("network", "moving first: W D L", "moving second: W D L", "points", "distinct games")


def train(games: int, options: argparse.Namespace) -> Path:
    """One iteration of the paper's set-up, or what there is of it; returns the folder."""
    folder: Path = options.out / f"{games}-games"
    jobs = math.ceil(games / options.workers)
    learner = load_learner(
        "alphazero",
        options.game,
        out=folder,
        seed=options.seed,
        resume=folder.exists(),
        preset="az-gomoku",
        channels=options.channels,
        games=games,
        report_every=games,
        checkpoint_every=games,
        evaluate_every=0,
        job_games=jobs,
        at_once=jobs,
        workers=options.workers,
        threads=options.workers,
    )
    learner.learn()
    return folder


def play(network: Path, options: argparse.Namespace) -> MatchResult:
    """The match of both players with a network, one leaf at a time as in the paper."""
    more, fewer = (f"alphazero:sims={sims},batch=1,vcf=0,file={network}" for sims in (MORE, FEWER))
    return play_match(
        more,
        fewer,
        game=options.game,
        games=options.games,
        openings=OPENINGS,
        seed=options.seed,
        concurrency=options.workers,
    )


def points(counts: Counts, pairs: tuple[int, ...] = ()) -> str:
    """The share of the points, its 95 % interval, and whether that is clear of a half."""
    low, high = score_interval(counts, pairs)
    verdict = "clear of 50 %" if low > 0.5 or high < 0.5 else "not clear of 50 %"
    return f"{counts.points / counts.games:.1%} [{low:.1%}, {high:.1%}], {verdict}"


def row(*cells: object) -> None:
    """A row of the table."""
    print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)


def side(counts: Counts) -> str:
    """Wins, draws and losses."""
    return f"{counts.wins} {counts.draws} {counts.losses}"


def our_row(name: str, network: Path, options: argparse.Namespace) -> None:
    """Play a match, and print its row."""
    result = play(network, options)
    sides = side(result.as_first), side(result.as_second)
    row(name, *sides, points(result.counts, result.pairs), result.distinct)
    for warning in result.warnings:
        print(warning, file=sys.stderr)


def main() -> None:
    """Train, play, and print a row for each network after the paper's."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--self-play", type=int, nargs="*", default=list(PAPER), metavar="GAMES")
    parser.add_argument("--games", type=int, default=200, help="games of each match")
    parser.add_argument("--channels", type=int, default=64, help="of the network; paper: 512")
    parser.add_argument("--game", default="gomoku", help="such as 8x8x5, for a quick look")
    parser.add_argument("--file", type=Path, help="a network of preset=ours, for one more row")
    parser.add_argument("--out", type=Path, default=Path("runs/az-gomoku"), help="the trainings")
    parser.add_argument("--workers", type=int, default=processors(), help="processes or threads")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(f"python {' '.join(sys.argv)}\n")
    row(*COLUMNS)
    row(*("---" for _ in COLUMNS))
    try:
        for games in options.self_play:
            if games in PAPER:
                first, second = PAPER[games]
                total = points(first.plus(second))
                row(f"paper, 15 x 15, {games} games", side(first), side(second), total, "not known")
            our_row(f"ours, {games} games", train(games, options), options)
        if options.file is not None:
            our_row("ours, preset=ours", options.file, options)
    except InarowError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
