// The Monte-Carlo searches: proofs, bounded memory, the knowledge behind playouts, and graphs as
// bytes.
#include <cmath>
#include <type_traits>

#include "games/rng.h"
#include "search/fullwidth/minimax.h"
#include "search/mcts/presets.h"
#include "tests/check.h"

namespace inarow::INAROW_ISA {

namespace {

const std::atomic<bool> never = false;

template <class Search, Game G>
Decision ask(Search& search, const G& state, std::uint64_t sims) {
  Limits limits;
  limits.sims = sims;
  Budget budget(limits, never, nullptr);
  return search.decide(state, budget);
}

// Calls `visit` for every state of random games that is not over.
template <Game G, class Visitor>
void walk(const typename G::Rules& rules, Rng& rng, int games, Visitor visit) {
  for (int i = 0; i < games; ++i) {
    G state(rules);
    while (state.outcome() == Outcome::ongoing) {
      visit(state);
      Actions<G> actions;
      state.legal_actions(actions);
      state.play(actions[rng.below(actions.size())]);
    }
  }
}

template <class Search>
void check_proofs(Search& search, const MnkRules& rules, int most_empty) {
  Rng rng(5);
  Minimax<Mnk> minimax(Mnk(rules), {}, 0);
  walk<Mnk>(rules, rng, 20, [&](const Mnk& state) {
    if (state.legal_action_count() > most_empty) return;
    const Decision decision = ask(search, state, 400);
    CHECK(state.is_legal(decision.action));
    if (decision.proven == Proven::no) return;
    CHECK(decision.proven == ask(minimax, state, 0).proven);
  });
}

TEST(mcts_proofs_are_right) {
  const MnkRules boards[] = {{3, 3, 3, false}, {3, 4, 3, false}, {4, 4, 3, true}, {1, 6, 2, false}};
  for (const MnkRules& rules : boards) {
    const Mnk start(rules);
    // With and without folding, and with hardly any memory.
    for (const int fold : {0, 16}) {
      Mcts<Mnk> mcts(start, {1, fold}, 1);
      KnowledgeMcts<Mnk> knowledge(start, {1, fold}, 1);
      HeuristicMcts<Mnk> heuristic(start, {1, fold, 1.5f}, 1);
      SharedMcts<Mnk> shared(start, {1}, 1);
      check_proofs(mcts, rules, 8);
      check_proofs(knowledge, rules, 8);
      check_proofs(heuristic, rules, 8);
      check_proofs(shared, rules, 8);
    }
  }
}

// So many simulations that one megabyte is recycled again and again.
template <template <class> class Search, Game G>
void check_recycling(const G& start, float c) {
  for (const int fold : {0, max_cells}) {
    Search<G> search(start, MctsOptions{1, fold, c}, 1);
    const Decision decision = ask(search, start, 3000);
    CHECK(start.is_legal(decision.action));
    CHECK(decision.sims == 3000);
  }
}

TEST(mcts_recycles_memory) {
  const MnkRules large(20, 20, 5, false);
  const UltimateRules ultimate(false);
  const auto check_all = [](const auto& start) {
    check_recycling<Mcts>(start, 1.4f);
    check_recycling<HeuristicMcts>(start, 1.5f);
    check_recycling<SharedMcts>(start, 1.4f);
  };
  check_all(Mnk(large));
  check_all(Ultimate(ultimate));
}

TEST(arena_keeps_the_most_visited) {
  NodePool pool(1);
  std::vector<NodeIndex> nodes;
  while (pool.has_room(9)) {
    nodes.push_back(pool.add(9));
    Node& node = pool.node(nodes.back());
    node.visits = nodes.size() % 3 == 0 ? 100 : 1;
    for (int i = 0; i < 9; ++i) {
      pool.edge(nodes.back(), i) = {.visits = node.visits,
                                    .mean = 0.25f,
                                    .prior = 0,
                                    .child = i == 0 && nodes.size() > 1 ? nodes.end()[-2] : no_node,
                                    .action = static_cast<Action>(nodes.size() % 9 & 0xfff),
                                    .turn = 0,
                                    .proven = Proven::no,
                                    .pending = 0};
    }
  }
  const NodeIndex root = nodes[1];  // kept, though hardly visited
  pool.drop_least_visited(root);
  CHECK(pool.moved(root) == 0);
  CHECK(pool.moved(nodes[0]) == no_node);
  CHECK(pool.moved(nodes[2]) == 10);
  pool.close_up();
  std::size_t kept = 0;
  pool.each_node([&](NodeIndex index) {
    ++kept;
    CHECK(index == 0 || pool.node(index).visits == 100);
    const NodeIndex child = pool.edge(index, 0).child;
    CHECK(child == (index == 10 ? 0 : no_node));
    CHECK(index == 0 || pool.edge(index, 8).action % 3 == 0);
  });
  CHECK(kept == nodes.size() / 3 + 1);
  CHECK(pool.has_room(9));
}

TEST(point_field_agrees_with_windows) {
  Rng rng(3);
  for (int i = 0; i < 12; ++i) {
    const MnkRules rules(1 + rng.below(7), 1 + rng.below(7), 1 + rng.below(5), i % 2);
    walk<Mnk>(rules, rng, 1, [&](const Mnk& state) {
      const WindowMap map(rules);
      const Windows windows(map, state);
      Tactics<Mnk> tactics(state);
      Actions<Mnk> actions;
      state.legal_actions(actions);
      const auto same = [&] {
        for (const Action action : actions) {
          CHECK(tactics.worth(action) == 1 + windows.action_score(action, state.to_move()));
        }
        CHECK(tactics.is_settled() == (!windows.can_win(0) && !windows.can_win(1)));
      };
      same();
      {
        const ScopedMove made(tactics, actions[rng.below(actions.size())]);
      }
      same();
    });
  }
}

TEST(folding_turns_moves_back_and_forth) {
  const MnkRules rules(4, 4, 4, false);
  const Folding folding(rules.symmetries, true);
  for (int from = 0; from < 8; ++from) {
    for (int to = 0; to < 8; ++to) {
      CHECK(folding.turned(folding.turn(from, to), from) == to);
      CHECK(folding.out_of(from, folding.into(from, 7)) == 7);
    }
  }
  Mnk start(rules);
  Actions<Mnk> actions;
  start.legal_actions(actions);
  folding.drop_equal_actions<Mnk>(folding.image_of(start), actions);
  CHECK(actions.size() == 3);  // corner, edge, middle
}

template <class Search, Game G>
void check_candidates(Search search, const G& state, bool has_priors) {
  const Decision decision = ask(search, state, 500);
  std::uint64_t visits = 0;
  double priors = 0;
  for (const Candidate& each : decision.candidates) {
    CHECK(state.is_legal(each.action));
    CHECK(each.prior.has_value() == has_priors);
    CHECK(each.value.has_value() || *each.visits == 0);
    visits += *each.visits;
    priors += each.prior.value_or(0);
  }
  CHECK(visits == decision.sims);
  CHECK(!has_priors || std::abs(priors - 1) < 1e-4);
  CHECK(decision.candidates.front().action == decision.action);
}

TEST(candidates_add_up) {
  const MnkRules rules(6, 7, 4, false);
  const UltimateRules ultimate(false);
  const auto check_all = [](const auto& start) {
    using G = std::decay_t<decltype(start)>;
    // With and without folding; candidates are actions of the actual board.
    for (const int fold : {0, max_cells}) {
      auto state = start;
      for (const Action action : {10, 12}) {
        check_candidates(Mcts<G>(start, {1, fold}, 1), state, false);
        check_candidates(KnowledgeMcts<G>(start, {1, fold}, 1), state, false);
        check_candidates(HeuristicMcts<G>(start, {1, fold, 1.5f}, 1), state, true);
        check_candidates(SharedMcts<G>(start, {1}, 1), state, false);
        if (state.is_legal(action)) state.play(action);
      }
    }
  };
  check_all(Mnk(rules));
  check_all(Ultimate(ultimate));
}

TEST(graph_bytes_can_be_anything) {
  const MnkRules rules(3, 4, 3, false);
  const Mnk start(rules);
  SharedMcts<Mnk> shared(start, {1}, 1);
  ask(shared, start, 300);
  const std::string good = shared.graph();
  SharedMcts<Mnk> copy(start, {1}, 1);
  copy.set_graph(good);
  CHECK(copy.graph() == good);
  CHECK(copy.positions() == shared.positions());
  Rng rng(8);
  int refused = 0;
  for (int i = 0; i < 300; ++i) {
    std::string bad =
        good.substr(0, i % 3 == 0 ? rng.below(static_cast<int>(good.size())) : good.size());
    for (int changes = 1 + rng.below(20); changes > 0 && !bad.empty(); --changes) {
      bad[rng.below(static_cast<int>(bad.size()))] = static_cast<char>(rng.next());
    }
    try {
      copy.set_graph(bad);
    } catch (const std::invalid_argument&) {
      ++refused;
      CHECK(copy.positions() == 0);
    }
    walk<Mnk>(rules, rng, 1,
              [&](const Mnk& state) { CHECK(state.is_legal(ask(copy, state, 20).action)); });
  }
  CHECK(refused > 100);
}

}  // namespace

}  // namespace inarow::INAROW_ISA
