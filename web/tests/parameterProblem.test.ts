import assert from "node:assert/strict";
import { test } from "node:test";
import type { ParameterInfo } from "../src/lib/api/types";
import { rangeText, specProblem, valueProblem } from "../src/lib/common/parameterProblem";

const SIMS: ParameterInfo = {
  name: "sims",
  type: "int",
  default: 2000,
  help: "",
  low: 1,
  high: 1_000_000,
  choices: null,
};
const C: ParameterInfo = { ...SIMS, name: "c", type: "float", default: 1, low: 0, high: null };

test("a value that does not fit is told with the name that the page has for it", () => {
  assert.equal(valueProblem(SIMS, 50), null);
  const problem = "Simulations: a whole number, 1 to 1,000,000.";
  for (const value of [0, 1.5, NaN, 2e6]) assert.equal(valueProblem(SIMS, value), problem);
  assert.equal(valueProblem(C, 1.5), null);
  assert.equal(valueProblem(C, -1), "Exploration: a number, at least 0.");
});

test("the range is written as other numbers are", () => {
  assert.equal(rangeText(SIMS), "1 to 1,000,000");
  assert.equal(rangeText({ ...SIMS, type: "bool", low: null, high: null }), null);
});

test("a spec is looked through for such values", () => {
  assert.equal(specProblem("mcts:sims=50", [SIMS, C]), null);
  assert.equal(specProblem("mcts:c=-2", [SIMS, C]), "Exploration: a number, at least 0.");
});
