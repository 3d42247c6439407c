// Numbers as the page writes them.

import { texts } from "../texts/common";

const plain = new Intl.NumberFormat("en");
const MINUS = "\u2212";

/** 146432 as "146,432". */
export function formatCount(count: number): string {
  return plain.format(Math.round(count));
}

/** 146432 as "146 k". */
export function formatShortCount(count: number): string {
  if (count < 1_000) return `${Math.round(count)}`;
  for (const [unit, letter] of [
    [1e9, "G"],
    [1e6, "M"],
    [1e3, "k"],
  ] as const) {
    // The limit is a little below the unit: 999,600 would otherwise be written as 1000 k.
    if (count >= unit * 0.9995) {
      const scaled = count / unit;
      return `${scaled < 9.95 ? scaled.toFixed(1) : Math.round(scaled)} ${letter}`;
    }
  }
  return `${Math.round(count)}`;
}

/** "1 ply", "2 plies". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** Seconds in a few characters: "0.3 s", "12 ms". */
export function formatSeconds(seconds: number): string {
  if (seconds < 0.0995) return `${Math.round(seconds * 1000)} ms`;
  return `${seconds < 9.95 ? seconds.toFixed(1) : Math.round(seconds)} s`;
}

/** The time of a move; the fastest players need microseconds. */
export function moveTimeText(seconds: number): string {
  return seconds < 0.0005 ? texts.fast : formatSeconds(seconds);
}

/** Elo with a sign: +12, −31. */
export function eloText(elo: number): string {
  const rounded = Math.round(elo);
  if (rounded === 0) return "0";
  return `${rounded > 0 ? "+" : MINUS}${formatCount(Math.abs(rounded))}`;
}

/** A share from 0 to 1 as "62 %". */
export function formatPercent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** A chance from 0 to 1 as "62.4 %"; an estimate is never written as 0 or 100. */
export function formatChance(chance: number, certain = false): string {
  return formatChances(chance, certain)[0];
}

/** The same for both sides of a game, which add up to 100. */
export function formatChances(first: number, certain = false): [string, string] {
  const tenths = Math.round(first * 1000);
  if (!certain && tenths >= 1000) return ["> 99.9 %", "< 0.1 %"];
  if (!certain && tenths <= 0) return ["< 0.1 %", "> 99.9 %"];
  if (certain) return [formatPercent(first), formatPercent(1 - first)];
  return [`${(tenths / 10).toFixed(1)} %`, `${((1000 - tenths) / 10).toFixed(1)} %`];
}

/** An estimate from 0 to 1 in at most five characters, for a cell of the board: "62.4%". */
export function formatShortPercent(share: number): string {
  return formatChance(share)
    .replaceAll(" ", "")
    .replace(/^>(.+)%$/, ">$1");
}

/** The same with a decimal near 0 and 100, where it matters: "99.4 %". */
export function formatFinePercent(share: number): string {
  const percent = share * 100;
  if (percent > 99.9) return "> 99.9 %";
  if (percent < 0.1) return "< 0.1 %";
  return `${percent > 99 || percent < 1 ? percent.toFixed(1) : Math.round(percent)} %`;
}
