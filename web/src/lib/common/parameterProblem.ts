// Whether the values of parameters fit, before the server is asked: it knows them by other names.
import type { ParameterInfo } from "../api/types";
import { texts } from "../texts/common";
import { parameterLabel } from "../texts/parameters";
import { formatCount } from "./numberFormat";
import { specValues, type ParameterValue } from "./spec";

/** The values that a number may have: "1 to 20"; null if there is no limit. */
export function rangeText({ type, low, high }: ParameterInfo): string | null {
  if (type === "bool" || low === null || low === undefined) return null;
  if (high === null || high === undefined) return texts.atLeast(limitText(low));
  return texts.range(limitText(low), limitText(high));
}

/** Why a value does not fit its parameter; null if it does. */
export function valueProblem(parameter: ParameterInfo, value: ParameterValue): string | null {
  const { name, type, low, high } = parameter;
  if (type !== "int" && type !== "float") return null;
  const isNumber = typeof value === "number" && !Number.isNaN(value);
  const fits = isNumber && value >= (low ?? -Infinity) && value <= (high ?? Infinity);
  if (fits && (type === "float" || Number.isInteger(value))) return null;
  const label = parameterLabel(name);
  return texts.wrongValue(label, type === "int", rangeText(parameter));
}

/** Why the parameters of a spec do not fit; null if they do. */
export function specProblem(spec: string, parameters: readonly ParameterInfo[]): string | null {
  const values = specValues(spec, parameters);
  for (const parameter of parameters) {
    const problem = valueProblem(parameter, values[parameter.name] ?? parameter.default);
    if (problem) return problem;
  }
  return null;
}

const limitText = (limit: number) => (Number.isInteger(limit) ? formatCount(limit) : `${limit}`);
