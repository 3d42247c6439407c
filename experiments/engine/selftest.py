"""Plays the working tree against a revision, and prints what belongs in the commit message.

    make selftest ARGS="--nodes 5000 --sprt elo0=0,elo1=15"
    make selftest ARGS="--game ultimate --nodes 3000"
    python -m experiments.engine.selftest --against v0.1.0 --time 0.25 --games 200

Both sides are processes behind the protocol of the game, each with its own core. Games come in
pairs from the usual openings of a match and are kept in ``build/selftest/games``: the same command
resumes a match that was stopped, as long as neither side has changed. With --nodes the games are
the same on any machine; the working tree is then judged by its search alone, not by its speed.
"""

from __future__ import annotations

import argparse
import hashlib
import shlex
import shutil
import sys
from dataclasses import replace
from typing import Any

from benchmarks.revision import (
    BUILDS,
    Failed,
    Version,
    commit_of,
    last_release,
    protocol_has,
    revision,
    working_tree,
)
from experiments.engine.engine_process import ULTIMATE, engine_process

from inarow.arena.entrant import Entrant
from inarow.arena.match import MatchResult, play_match
from inarow.arena.report.format import elo_text
from inarow.arena.statistics.sprt import Sprt
from inarow.cli.limits import read_limits
from inarow.errors import InarowError
from inarow.games import Game, load_game

BENCH_NODES = 20_000
"""For the signatures: a few seconds for each side."""

PATIENCE = 60.0
"""Seconds for a move when its nodes are limited: only for a side that hangs."""

KILL_AFTER = 10.0
"""Seconds over its limit after which a side is killed."""

MARGIN = 1.0
"""Seconds over the limit that are forgiven: how busy the machine is, is not what is tested."""

MINUS = "\N{MINUS SIGN}"

SPRT = "elo0=0,elo1=15"
"""A gain worth keeping, and small enough to be found one change at a time."""


def entrant(version: Version, label: str, options: argparse.Namespace) -> Entrant:
    """A version as it enters the match."""
    player = f"engine:mb={options.mb},threads={options.threads}"
    return Entrant(
        label,
        lambda game, seed: engine_process(
            version, game, player, seed=1, patience=KILL_AFTER, name=label
        ),
    )


def check(other: str, game: Game, options: argparse.Namespace) -> None:
    """Refuse a revision that cannot play this match."""
    commit_of(other)
    if game.kind == ULTIMATE and not protocol_has(other, "bestmove"):
        raise Failed(f"{other} has no protocol of ultimate: give a later revision with --against.")
    if game.kind != ULTIMATE and options.nodes and not protocol_has(other, "max_node"):
        raise Failed(f"{other} does not know limits of nodes: give --time instead.")


def report(
    result: MatchResult,
    versions: tuple[Version, Version],
    benches: list[dict[str, Any] | None],
    options: argparse.Namespace,
) -> str:
    """The block for the commit message, and the row for docs/engine-history.md."""
    counts, elo = result.counts, result.elo
    figure = f"{elo_text(elo.elo)} [{elo_text(elo.low)}, {elo_text(elo.high)}]".replace(MINUS, "-")
    score = f"+{counts.wins} ={counts.draws} -{counts.losses}"
    lines = [
        f"Self-test: {' '.join(['make selftest', *_arguments()])}",
        f"  tree:    {versions[0].name}{_bench_text(benches[0])}",
        f"  against: {versions[1].name}{_bench_text(benches[1])}",
        f"  games:   {result.games} of {result.game}, {score}, pairs by points "
        f"{' '.join(str(count) for count in result.pairs)}",
        f"  Elo:     {figure} (95 %)",
    ]
    if result.sprt is not None and result.llr is not None:
        verdict = {"H1": "H1 accepted: stronger", "H0": "H0 accepted: no gain"}
        lines.append(
            f"  SPRT:    LLR {result.llr:+.2f} in [{result.sprt.lower:.2f}, "
            f"{result.sprt.upper:.2f}] for Elo {result.sprt.elo0:g} against "
            f"{result.sprt.elo1:g}: {verdict.get(result.verdict or '', 'open')}"
        )
    lines += [f"  warning: {warning}" for warning in result.warnings]
    limit = f"{options.nodes:,} nodes" if options.nodes else f"{options.time or options.clock} s"
    kept = {"H1": "yes", "H0": "no"}.get(result.verdict or "", "?")
    row = (
        f"| WHAT CHANGED, {limit}, against {versions[1].name} | {result.games} | {score} "
        f"| {figure} | {kept} |"
    )
    return "\n".join([*lines, "", "For the history in docs/engine-history.md:", row])


def _bench_text(bench: dict[str, Any] | None) -> str:
    if bench is None:
        return ", no signature (older than inarow bench)"
    speed = bench["nodes_per_processor_second"]
    return f", signature {bench['signature']}, {speed:,.0f} nodes/s of processor time"


def _arguments() -> list[str]:
    return [f'ARGS="{shlex.join(sys.argv[1:])}"'] if sys.argv[1:] else []


def games_file(digest: str, versions: tuple[Version, Version], options: argparse.Namespace) -> str:
    """Where the games of this very match are kept."""
    settings = (
        f"{versions[1].name} {digest} {options.game} {options.nodes} {options.time} "
        f"{options.clock} {options.seed} {options.mb} {options.threads}"
    )
    folder = BUILDS / "games"
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder / f"{hashlib.sha256(settings.encode()).hexdigest()[:16]}.jsonl")


def read_options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="make selftest", description=__doc__.splitlines()[0])
    parser.add_argument("--against", metavar="REV", help="default: the last tag v*, else HEAD")
    parser.add_argument("--nodes", type=int, help="nodes for a move; default 5000")
    parser.add_argument("--time", type=float, help="or seconds for a move")
    parser.add_argument("--clock", metavar="TIME[+INC]", help="or a clock for the game: 20+0.1")
    parser.add_argument("--game", default="gomoku", help="gomoku or ultimate; default gomoku")
    parser.add_argument("--games", type=int, help="at most so many; default: what the test needs")
    parser.add_argument("--sprt", default=SPRT, help=f"default {SPRT}; none: play all --games")
    parser.add_argument("--concurrency", type=int, help="games at once; default: one a processor")
    parser.add_argument("--mb", type=int, default=32, help="memory of each side; default 32")
    parser.add_argument("--threads", type=int, default=1, help="of each side; default 1")
    parser.add_argument("--seed", type=int, default=1, help="of the openings' order; default 1")
    parser.add_argument("--clean", action="store_true", help="remove old builds and games, and end")
    options = parser.parse_args()
    given = [limit for limit in (options.nodes, options.time, options.clock) if limit is not None]
    if len(given) > 1:
        parser.error("give one of --nodes, --time and --clock")
    if not given:
        options.nodes = 5000
    if (options.nodes is not None and options.nodes < 1) or (
        options.time is not None and options.time <= 0
    ):
        parser.error("--nodes and --time must be above 0")
    if options.sprt == "none" and options.games is None:
        parser.error("without --sprt it needs --games")
    return options


def run(options: argparse.Namespace) -> str:
    """Build, play, and say how it went."""
    if options.clean:
        shutil.rmtree(BUILDS, ignore_errors=True)
        return "build/selftest is removed."
    sprt = None if options.sprt == "none" else Sprt.parse(options.sprt)
    game = load_game(options.game)
    tree, digest = working_tree()
    other = options.against or last_release()
    check(other, game, options)
    versions = (tree, revision(other))
    benches = [version.bench(BENCH_NODES, game.kind) for version in versions]
    signatures = {bench["signature"] for bench in benches if bench is not None}
    if options.nodes and None not in benches and len(signatures) == 1:
        print("Both search alike: at equal nodes they will draw level.", file=sys.stderr)
    limits = read_limits(options.time, options.nodes, None, None, options.clock)
    if options.nodes:
        limits = replace(limits, time=PATIENCE)
    result = play_match(
        entrant(versions[0], "tree", options),
        entrant(versions[1], "against", options),
        game=game,
        games=options.games,
        limits=limits,
        seed=options.seed,
        concurrency=options.concurrency,
        sprt=sprt,
        margin=MARGIN,
        resume=games_file(digest, versions, options),
        on_progress=_show,
    )
    return report(result, versions, benches, options)


def _show(result: MatchResult) -> None:
    if not sys.stderr.isatty():
        return
    counts = result.counts
    llr = "" if result.llr is None else f"  LLR {result.llr:+.2f}"
    print(
        f"\r{counts.games} games  +{counts.wins} ={counts.draws} -{counts.losses}{llr}   ",
        end="",
        file=sys.stderr,
        flush=True,
    )


def main() -> None:
    """Run it; errors are one sentence."""
    try:
        text = run(read_options())
    except (Failed, InarowError) as error:
        sys.exit(f"selftest: {error}")
    except KeyboardInterrupt:
        sys.exit("\nselftest: stopped; the same command resumes it.")
    print(file=sys.stderr)
    print(text)


if __name__ == "__main__":
    main()
