// Random shares that add up to 1, from a symmetric Dirichlet distribution: the smaller alpha, the
// fewer of them matter.
#pragma once

#include <cmath>
#include <numbers>
#include <vector>

#include "games/rng.h"

namespace inarow::INAROW_ISA {

// In (0, 1).
inline double uniform(Rng& rng) { return (static_cast<double>(rng.next() >> 12) + 0.5) * 0x1p-52; }

// Gamma-distributed with scale 1 (Marsaglia and Tsang, 2000); below a shape of 1 from the next
// higher one.
inline double gamma(double shape, Rng& rng) {
  if (shape < 1) return gamma(shape + 1, rng) * std::pow(uniform(rng), 1 / shape);
  const double d = shape - 1.0 / 3, c = 1 / std::sqrt(9 * d);
  while (true) {
    const double normal =
        std::sqrt(-2 * std::log(uniform(rng))) * std::cos(2 * std::numbers::pi * uniform(rng));
    const double root = 1 + c * normal;
    if (root <= 0) continue;
    const double v = root * root * root;
    if (std::log(uniform(rng)) < normal * normal / 2 + d - d * v + d * std::log(v)) return d * v;
  }
}

inline std::vector<float> dirichlet(int count, double alpha, Rng& rng) {
  std::vector<double> drawn(count);
  double total = 0;
  for (double& each : drawn) total += each = gamma(alpha, rng);
  std::vector<float> shares(count, 1.0f / static_cast<float>(count));
  if (total <= 0) return shares;  // all of them too small for a double
  for (int i = 0; i < count; ++i) shares[i] = static_cast<float>(drawn[i] / total);
  return shares;
}

}  // namespace inarow::INAROW_ISA
