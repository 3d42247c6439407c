// What every search has in common: limits, a budget that enforces them, and a decision.
//
// A search is a class template over a game, made once per player and asked once per move:
//   Decision decide(const G& state, Budget& budget)
// It counts every state it visits with `budget.visit()`, which throws OutOfBudget when a limit is
// reached or the search is stopped. `decide` catches that and returns the best decision so far. The
// same seed and the same limit on nodes or simulations give the same decision.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "games/base.h"

namespace inarow::INAROW_ISA {

struct Limits {
  double seconds = std::numeric_limits<double>::infinity();
  // With a game clock, `seconds` is the usual share of it, and a search that manages its time may
  // use up to this. If it is not above `seconds`, there is no such reserve.
  double most_seconds = 0;
  std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t sims = std::numeric_limits<std::uint64_t>::max();
  int depth = std::numeric_limits<int>::max();
  int lines = 1;          // how many best lines are wanted, from a search that can find several
  bool thorough = false;  // use the time even if there is only one reasonable move
};

struct OutOfBudget {};

// For the player to move, like every value.
enum class Proven : std::uint8_t { no, win, draw, loss };

// One of the best lines, with its value.
struct RankedLine {
  double value = 0;
  Proven proven = Proven::no;
  int depth = 0, selective_depth = 0;
  std::vector<Action> pv;
};

// An action with what a search knows of it.
struct Candidate {
  Action action = 0;
  std::optional<std::uint64_t> visits = std::nullopt;  // simulations that started with it
  std::optional<double> prior = std::nullopt;          // its share of all actions before any search
  std::optional<double> value = std::nullopt;          // exact, not a bound
};

// What a search knows so far.
struct Progress {
  std::uint64_t nodes = 0;  // of all threads
  std::uint64_t sims = 0;
  double seconds = 0;
  int depth = 0;
  std::vector<RankedLine> lines = {};      // best first
  std::vector<Candidate> candidates = {};  // best first
};

class Budget {
 public:
  // `interrupted` is called at intervals, from the searching thread.
  Budget(const Limits& limits, const std::atomic<bool>& stop, std::function<bool()> interrupted)
      : limits_(limits), stop_(stop), interrupted_(std::move(interrupted)), start_(Clock::now()) {}

  // Counts one visited state.
  void visit() {
    if (nodes_ >= limits_.nodes) throw OutOfBudget();
    ++nodes_;
    if (nodes_ % check_every == 0) check();
  }

  // For searches with few but long steps: checks the clock now.
  void check() {
    if (is_over()) throw OutOfBudget();
  }

  bool is_over() {
    seen_nodes_.store(nodes_, std::memory_order_relaxed);
    if (stop_.load(std::memory_order_relaxed) || nodes_ >= limits_.nodes) return true;
    const double now = seconds();
    if (now >= limits_.seconds) return true;
    if (listener_ && now - reported_at_ >= report_interval) report_again();
    if (interrupted_ && now - checked_at_ > 0.02) {
      checked_at_ = now;
      return interrupted_();
    }
    return false;
  }

  // A smaller budget for one step: a share of the time and nodes that are left, and at most
  // `most_nodes`. What it used is added with `add`.
  Budget part(double share, std::uint64_t most_nodes) const {
    Limits limits = limits_;
    limits.seconds = (limits_.seconds - seconds()) * share;
    const auto left = static_cast<double>(limits_.nodes - std::min(nodes_, limits_.nodes));
    limits.nodes = std::min(most_nodes, static_cast<std::uint64_t>(std::min(left * share, 1e18)));
    return Budget(limits, stop_, interrupted_);
  }
  void add(const Budget& part) { nodes_ += part.nodes_; }

  // For searches that manage their time: from now on the limit is `most_seconds`.
  void open_reserve() { limits_.seconds = std::max(limits_.seconds, limits_.most_seconds); }

  // The listener is called from the searching thread and must be quick. The last progress is
  // reported again every `report_interval`, with the current nodes and time.
  void set_listener(std::function<void(const Progress&)> listener) {
    listener_ = std::move(listener);
  }
  bool has_listener() const { return listener_ != nullptr; }
  // Nodes and seconds are filled in here.
  void report(const Progress& progress) {
    last_progress_ = progress;
    last_progress_.nodes = nodes_;
    for (const Budget* helper : helpers_) last_progress_.nodes += helper->seen_nodes();
    last_progress_.seconds = reported_at_ = seconds();
    listener_(last_progress_);
  }

  // For searches whose results grow all the time: while this guard lives, `update` brings the
  // progress up to date before it is reported, at a moment when the search counts a state.
  using UpdateProgress = std::function<void(Progress&)>;
  class ProgressUpdate {
   public:
    ProgressUpdate(Budget& budget, UpdateProgress update) : budget_(budget) {
      if (budget.has_listener()) budget.update_progress_ = std::move(update);
    }
    ~ProgressUpdate() { budget_.update_progress_ = nullptr; }
    ProgressUpdate(const ProgressUpdate&) = delete;
    ProgressUpdate& operator=(const ProgressUpdate&) = delete;

   private:
    Budget& budget_;
  };

  // Budgets of other threads, whose nodes are reported together with these; {} removes them.
  void set_helpers(std::vector<const Budget*> helpers) { helpers_ = std::move(helpers); }

  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  std::uint64_t nodes() const { return nodes_; }
  // The same at the last check, for other threads.
  std::uint64_t seen_nodes() const { return seen_nodes_.load(std::memory_order_relaxed); }
  const Limits& limits() const { return limits_; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::uint64_t check_every = 256;
  static constexpr double report_interval = 0.05;  // seconds

  void report_again() {
    if (update_progress_) update_progress_(last_progress_);
    report(last_progress_);
  }

  Limits limits_;
  const std::atomic<bool>& stop_;
  std::function<bool()> interrupted_;
  Clock::time_point start_;
  std::function<void(const Progress&)> listener_;
  UpdateProgress update_progress_;
  Progress last_progress_;
  double reported_at_ = 0;
  std::vector<const Budget*> helpers_;
  std::uint64_t nodes_ = 0;
  std::atomic<std::uint64_t> seen_nodes_ = 0;
  double checked_at_ = 0;
};

struct Decision {
  Action action = 0;
  std::optional<double> value;  // in [-1, 1]
  Proven proven = Proven::no;
  int depth = 0;
  int selective_depth = 0;  // the deepest ply visited, 0 if the search does not count it
  std::uint64_t sims = 0;
  std::vector<Action> pv;
  std::vector<RankedLine> lines;                  // best first, from a search that can find several
  std::vector<Candidate> candidates;              // best first, those that something is known of
  std::vector<std::pair<Action, double>> policy;  // adds up to 1, if the search has one
};

// Best first; all values must be known.
inline void sort_by_value(std::vector<Candidate>& candidates) {
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const auto& a, const auto& b) { return *a.value > *b.value; });
}

// Stores the candidates whose values a search knows exactly, best first; the chosen one leads them.
inline void set_candidates(Decision& decision, std::vector<Candidate> known) {
  std::erase_if(known, [&](const Candidate& each) { return each.action == decision.action; });
  sort_by_value(known);
  if (decision.value) {
    known.insert(known.begin(), {.action = decision.action, .value = decision.value});
  }
  decision.candidates = std::move(known);
}

// A decision as the progress that a listener gets.
inline Progress progress_of(const Decision& decision) {
  Progress progress{.sims = decision.sims,
                    .depth = decision.depth,
                    .lines = decision.lines,
                    .candidates = decision.candidates};
  if (progress.lines.empty() && decision.value && !decision.pv.empty()) {
    progress.lines = {
        {*decision.value, decision.proven, decision.depth, decision.selective_depth, decision.pv}};
  }
  return progress;
}

inline void report(Budget& budget, const Decision& decision) {
  if (budget.has_listener()) budget.report(progress_of(decision));
}

// Scores of the full-width searches: integers for the player to move. A sooner win scores higher,
// counted in plies from the start of the game, so that equal positions have equal scores.
using Score = int;
inline constexpr Score win_score = 1'000'000;
inline constexpr Score max_score = win_score + 1;
inline constexpr Score least_win = win_score - 2 * max_cells;  // heuristic scores stay below

constexpr Score win_at(int ply) { return win_score - ply; }

// The score of a finished game for the player to move, who did not make the last move.
template <Game G>
Score final_score(const G& state) {
  return returns(state.outcome(), state.to_move()) * win_at(state.ply());
}

constexpr Proven proven_by(Score score, bool complete) {
  if (score >= least_win) return Proven::win;
  if (score <= -least_win) return Proven::loss;
  return complete ? Proven::draw : Proven::no;
}

// The most plies that a game may still take.
template <Game G>
int plies_left(const G& state) {
  return state.symmetries().cells() - state.ply();
}

// The depth to search: to the end, or to the player's own depth (0 for none) and the limits.
template <Game G>
int depth_to_search(const G& state, int own_depth, const Limits& limits) {
  const int depth = std::min(plies_left(state), limits.depth);
  return own_depth > 0 ? std::min(depth, own_depth) : depth;
}

// A score as a value in [-1, 1]; proven wins and losses are 1 and -1.
inline double as_value(Score score) {
  if (score >= least_win) return 1.0;
  if (score <= -least_win) return -1.0;
  return std::tanh(score / 4000.0);
}

// Stores what a complete search to a depth has found, and its line if it knows one.
template <Game G>
void set_result(Decision& decision, const G& state, Score score, int depth,
                const std::vector<Action>& pv) {
  if (!pv.empty()) {
    decision.action = pv.front();
    decision.pv = pv;
  }
  decision.value = as_value(score);
  decision.proven = proven_by(score, depth == plies_left(state));
  decision.depth = depth;
}

// The line of best play, built from its end while a search returns.
template <Game G>
class PrincipalVariation {
 public:
  void clear() { size_ = 0; }
  void set(Action first, const PrincipalVariation& rest) {
    actions_[0] = first;
    for (int i = 0; i < rest.size_; ++i) actions_[i + 1] = rest.actions_[i];
    size_ = rest.size_ + 1;
  }
  std::vector<Action> actions() const { return {actions_, actions_ + size_}; }

 private:
  int size_ = 0;
  Action actions_[G::max_actions];
};

}  // namespace inarow::INAROW_ISA
