"""Random records for tests: legal games with random circumstances."""

from __future__ import annotations

from hypothesis import strategies as st

import inarow
from inarow.protocols.record import DRAWS, End, GameRecord, Variation
from inarow.protocols.validation import loss_for_mover, outcome
from tests.games import states

specs = st.sampled_from(
    [
        *("tictactoe", "gomoku", "gomoku:size=20,rule=standard", "7x5x4", "1x20x3", "20x13x5"),
        *("ultimate", "ultimate:tiebreak=boards"),
    ]
)
five_specs = st.sampled_from(["gomoku", "gomoku:size=5", "gomoku:size=20,rule=standard", "9x12x5"])

# Any letter there is, brackets and backslashes that SGF must escape, but no control characters.
letters = st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp", "Cf"])
names = st.text(letters, min_size=1, max_size=20).filter(str.strip) | st.sampled_from(
    ["alphabeta:depth=6", "a]b[c\\", 'say "hi"', "(;B[aa])", "?", "Łukasz 五子棋"]
)
texts = st.text(letters | st.sampled_from("\n\t"), max_size=30)
sixths = st.integers(-(10**6), 10**6).map(lambda n: n / 10**6)
plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | sixths | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=6,
)
FAILURES = [end for end in End if end not in (End.LINE, End.FULL, *DRAWS)]


@st.composite
def records(draw: st.DrawFn, game_specs: st.SearchStrategy[str] = specs) -> GameRecord:
    state: inarow.State = draw(states(game_specs))
    result, end = outcome(state)
    if result is None and draw(st.booleans()):
        end = draw(st.sampled_from([None, *DRAWS, *FAILURES]))
        draw_or_loss = (0.0, 0.0) if end in (None, *DRAWS) else loss_for_mover(state)
        result = draw_or_loss
    length = state.move_number()

    chance = draw(st.randoms(use_true_random=False))

    def per_move(low, high, unit):
        """Figures for some of the moves, or none at all."""
        if not length or chance.random() < 0.3:
            return ()
        gaps = chance.random() * 0.9
        entries = [
            None if chance.random() < gaps else chance.randint(low, high) * unit
            for _ in range(length - 1)
        ]
        return (*entries, chance.randint(low, high) * unit)

    variations = random_variations(state, chance) if chance.random() < 0.5 else ()
    last = length + sum(len(line.moves) for line in variations)
    # Comments that look like the data of a move must stay comments.
    words = texts.filter(bool) | st.sampled_from(["0.5 s", "value 1.0\nso", "\nx", "opening move"])
    return GameRecord(
        game=state.game.spec,
        players=(draw(names), draw(names)),
        moves=tuple(state.history()),
        opening=draw(st.integers(0, length)),
        result=result,
        end=end,
        detail=draw(texts),
        times=tuple(t and round(t, 6) for t in per_move(0, 10**8, 1e-6)),
        values=tuple(v and round(v, 6) for v in per_move(-(10**6), 10**6, 1e-6)),
        nodes=per_move(0, 2**63 - 1, 1),
        seeds=draw(st.none() | st.tuples(st.integers(0, 2**64), st.integers(0, 2**64))),
        versions=draw(st.just(("", "")) | st.tuples(names, names)),
        limits=draw(st.dictionaries(st.sampled_from(["time", "nodes", "left"]), sixths.map(abs))),
        started=draw(st.sampled_from(["", "2026-11-05T14:30:00+01:00", "2026-11-05"])),
        event=draw(st.dictionaries(names | st.sampled_from(["name", "round"]), plain, max_size=3)),
        tags=draw(st.dictionaries(names, texts, max_size=3)),
        comments=draw(st.dictionaries(st.integers(0, last), words, max_size=4)),
        variations=variations,
    )


def random_variations(state: inarow.State, chance) -> tuple[Variation, ...]:
    """Some lines of legal moves, each from the line before it, as deep as it comes."""
    state = state.game.state_from(state.history())
    path = list(range(state.move_number() + 1))
    last = path[-1]
    lines = []
    while len(path) > 1 and len(lines) < 6:
        for _ in range(chance.randint(1, len(path) - 1)):
            path.pop()
            state.undo_action()
        moves = []
        for _ in range(chance.randint(1, 4)):
            if not state.legal_actions():
                break
            moves.append(chance.choice(state.legal_actions()))
            state.apply_action(moves[-1])
        lines.append(Variation(path[-1], tuple(moves)))
        path += range(last + 1, last + len(moves) + 1)
        last = path[-1]
    return tuple(lines)
