// Specs such as gomoku:size=19,rule=standard, as the server writes and reads them.
import { formatCount } from "./numberFormat";
import { texts } from "../texts/common";
import { GAME_DESCRIPTIONS } from "../texts/games";
import { parameterText } from "../texts/parameters";

export type ParameterValue = string | number | boolean;

/** The part of a parameter's declaration that this file needs. */
interface Declared {
  name: string;
  default: ParameterValue;
}

const PAIR = /\s*([^=,"]*?)\s*=\s*(?:"((?:[^"\\]|\\.)*)"\s*|([^,]*))(?:,|$)/y;

/** The name of a spec, and its parameters as text. */
export function splitSpec(spec: string): { name: string; given: Record<string, string> } {
  const colon = spec.indexOf(":");
  if (colon < 0) return { name: spec.trim(), given: {} };
  const given: Record<string, string> = {};
  const rest = spec.slice(colon + 1);
  PAIR.lastIndex = 0;
  while (PAIR.lastIndex < rest.length) {
    const pair = PAIR.exec(rest);
    if (!pair) break;
    given[pair[1]!] = pair[2] === undefined ? pair[3]!.trim() : pair[2].replace(/\\(["\\])/g, "$1");
  }
  return { name: spec.slice(0, colon).trim(), given };
}

/** A spec with the values that differ from the defaults. */
export function joinSpec(
  name: string,
  parameters: readonly Declared[],
  values: Record<string, ParameterValue | undefined>,
): string {
  const pairs = parameters.flatMap((parameter) => {
    const value = values[parameter.name];
    if (value === undefined || value === "" || value === parameter.default) return [];
    return [`${parameter.name}=${quoted(String(value))}`];
  });
  return pairs.length ? `${name}:${pairs.join(",")}` : name;
}

function quoted(text: string): string {
  return /^[^",]*$/.test(text) && text === text.trim()
    ? text
    : `"${text.replace(/["\\]/g, "\\$&")}"`;
}

/** The values of all parameters: what is given, with the type of the default, else the default. */
export function valuesOf(
  parameters: readonly Declared[],
  given: Record<string, string>,
): Record<string, ParameterValue> {
  return Object.fromEntries(
    parameters.map(({ name, default: standard }) => {
      const text = given[name];
      if (text === undefined) return [name, standard];
      if (typeof standard === "boolean") return [name, text === "true"];
      if (typeof standard === "number")
        return [name, Number.isNaN(Number(text)) ? standard : Number(text)];
      return [name, text];
    }),
  );
}

/** The name of a spec: mcts of mcts:sims=500. */
export function specName(spec: string): string {
  return splitSpec(spec).name;
}

/** What people call a player, without its parameters: "Heuristic MCTS" for heuristic-mcts:c=1. */
export function playerName(spec: string): string {
  const words = specName(spec).split("-");
  const name = words.map((word) => texts.players[word] ?? word).join(" ");
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The same with its parameters: "MCTS (500 simulations)". */
export function playerTitle(spec: string): string {
  const parameters = parametersText(spec);
  return parameters ? `${playerName(spec)} (${parameters})` : playerName(spec);
}

/** The parameters of a spec for people: "500 simulations, exploration 1". */
export function parametersText(spec: string): string {
  return Object.entries(splitSpec(spec).given)
    .map(([name, value]) =>
      parameterText(name, /^\d{4,}$/.test(value) ? formatCount(Number(value)) : value),
    )
    .join(", ");
}

/** What people call a game, for lists: "Gomoku (size 19)". */
export function gameTitle(spec: string): string {
  const name = specName(spec);
  const parameters = parametersText(spec);
  const title = GAME_DESCRIPTIONS[name]?.title ?? name;
  return parameters ? `${title} (${parameters})` : title;
}

/** The values of a spec's parameters, with the defaults of those that it leaves out. */
export function specValues(
  spec: string,
  parameters: readonly Declared[],
): Record<string, ParameterValue> {
  return valuesOf(parameters, splitSpec(spec).given);
}

/** A spec with another value of one parameter. */
export function withParameter(
  spec: string,
  parameters: readonly Declared[],
  name: string,
  value: ParameterValue,
): string {
  const values = { ...specValues(spec, parameters), [name]: value };
  return joinSpec(specName(spec), parameters, values);
}
