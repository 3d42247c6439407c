// n-tuple values and their learner, for Python.
#include "search/learn/td.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <mutex>
#include <variant>

#include "bindings/bound_search.h"
#include "bindings/games_played.h"
#include "search/fullwidth/td_alphabeta.h"
#include "search/mcts/td_mcts.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace inarow::INAROW_ISA {

template <>
inline constexpr const char* python_type<std::shared_ptr<const TupleWeights>> = "TupleWeights";

namespace {

using Numbers = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

std::vector<float> copied(const Numbers& numbers) {
  return std::vector<float>(numbers.data(), numbers.data() + numbers.shape(0));
}

nb::ndarray<nb::numpy, float, nb::ndim<1>> as_array(const std::vector<float>& numbers) {
  auto* data = new float[numbers.size()];
  std::copy(numbers.begin(), numbers.end(), data);
  nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<float*>(p); });
  return nb::ndarray<nb::numpy, float, nb::ndim<1>>(data, {numbers.size()}, owner);
}

// The classes of a game's tuples: their names and numbers of weights.
std::vector<std::pair<std::string, std::uint32_t>> classes_of(const State& start, bool paper) {
  return std::visit(
      [&]<class G>(const G& state) {
        std::vector<std::pair<std::string, std::uint32_t>> found;
        for (const TupleClass& each : tuples_of(state, paper)->classes())
          found.emplace_back(each.name, each.size);
        return found;
      },
      start.any);
}

class BoundTdLearner {
 public:
  BoundTdLearner(const State& start, std::uint64_t seed, const TdSettings& settings,
                 const TupleWeights& weights)
      : learner_(std::visit(
            [&]<class G>(const G& state) -> AnyOf<Learner> {
              return std::make_unique<TdLearner<G>>(state, settings, seed, weights);
            },
            start.any)),
        rules_(start.rules) {}

  nb::dict play(std::uint64_t first, std::uint64_t count) {
    GamesPlayed played;
    {
      const nb::gil_scoped_release release;
      const std::lock_guard lock(busy_);
      std::visit(
          [&](auto& learner) {
            for (std::uint64_t i = 0; i < count; ++i) learner->play(first + i, played);
          },
          learner_);
    }
    return games_for_python(played);
  }

  std::shared_ptr<TupleWeights> weights() {
    const std::lock_guard lock(busy_);
    return std::visit(
        [](auto& learner) { return std::make_shared<TupleWeights>(learner->weights()); }, learner_);
  }

  // The sums of the temporal coherence.
  auto coherence() {
    const std::lock_guard lock(busy_);
    return std::visit(
        [](auto& learner) {
          return std::pair(as_array(learner->asked()), as_array(learner->asked_size()));
        },
        learner_);
  }

  void restore(const TupleWeights& weights, const Numbers& asked, const Numbers& asked_size) {
    const std::lock_guard lock(busy_);
    std::visit(
        [&](auto& learner) {
          const std::size_t size = learner->plan().weights();
          if (weights.values.size() != size || asked.shape(0) != size ||
              asked_size.shape(0) != size) {
            throw nb::value_error("not as many weights as the game has");
          }
          learner->set_weights(weights.values);
          learner->asked() = copied(asked);
          learner->asked_size() = copied(asked_size);
        },
        learner_);
  }

 private:
  template <class G>
  using Learner = std::unique_ptr<TdLearner<G>>;

  AnyOf<Learner> learner_;
  nb::object rules_;  // keeps them alive: the start points to them
  std::mutex busy_;
};

void check_size(const State& start, const TupleWeights& weights) {
  std::uint32_t size = 0;
  for (const auto& [name, count] : classes_of(start, weights.as_in_the_paper)) size += count;
  if (weights.values.size() != size) {
    throw nb::value_error("not as many weights as the game has");
  }
}

// Like bind_search, with weights that are checked.
template <template <class> class Search, class Options>
void bind_td_search(nb::module_& m, const char* name) {
  bind_maker<Options>(
      m, name, "Search", [](const State& start, const Options& options, std::uint64_t seed) {
        if (options.weights == nullptr) throw nb::value_error("weights are missing");
        check_size(start, *options.weights);
        return new BoundSearch(start, make_search<Search>(start.any, options, seed));
      });
}

}  // namespace

void bind_td(nb::module_& m) {
  nb::class_<TupleWeights>(m, "TupleWeights", "The weights of n-tuples for one game.")
      .def(
          "__init__",
          [](TupleWeights* self, const Numbers& values, bool paper) {
            new (self) TupleWeights{paper, copied(values)};
          },
          "values"_a, "paper"_a)
      .def(
          "values", [](const TupleWeights& weights) { return as_array(weights.values); },
          nb::sig("def values(self) -> numpy.typing.NDArray[numpy.float32]"))
      .def_ro("paper", &TupleWeights::as_in_the_paper);
  m.def("tuple_classes", &classes_of, "start"_a, "paper"_a,
        "The classes of the tuples of a game: name and number of weights, in their order.");

  nb::class_<BoundTdLearner>(m, "TdLearner", "Learns the weights of n-tuples by self-play.")
      .def(
          "__init__",
          [](BoundTdLearner* self, const State& start, std::uint64_t seed,
             const TupleWeights& weights, float alpha, float trace, float discount, float epsilon,
             float epsilon_decay, float least_epsilon) {
            check_size(start, weights);
            new (self) BoundTdLearner(
                start, seed, {alpha, trace, discount, epsilon, epsilon_decay, least_epsilon},
                weights);
          },
          "start"_a, "seed"_a, "weights"_a, nb::kw_only(), "alpha"_a, "trace"_a, "discount"_a,
          "epsilon"_a, "epsilon_decay"_a, "least_epsilon"_a)
      .def("play", &BoundTdLearner::play, "first"_a, "count"_a,
           nb::sig("def play(self, first: int, count: int) -> dict[str, float]"),
           "Play games by their numbers, and learn from each.")
      .def("weights", &BoundTdLearner::weights, "A copy of the weights as they are now.")
      .def("coherence", &BoundTdLearner::coherence,
           nb::sig("def coherence(self) -> tuple[numpy.typing.NDArray[numpy.float32], "
                   "numpy.typing.NDArray[numpy.float32]]"),
           "The changes each weight was asked for, summed up, and their sizes.")
      .def("restore", &BoundTdLearner::restore, "weights"_a, "asked"_a, "asked_size"_a,
           nb::sig("def restore(self, weights: TupleWeights, asked: "
                   "numpy.typing.NDArray[numpy.float32], asked_size: "
                   "numpy.typing.NDArray[numpy.float32]) -> None"),
           "Go on with these.");

  bind_td_search<Td, TdOptions>(m, "td");
  bind_td_search<TdAlphaBeta, TdAlphaBetaOptions>(m, "td_alphabeta");
  bind_td_search<TdMcts, TdMctsOptions>(m, "td_mcts");
}

}  // namespace inarow::INAROW_ISA
