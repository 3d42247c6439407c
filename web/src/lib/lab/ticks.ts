// Ticks for the axis of a chart.
import { formatCount } from "../common/numberFormat";

/** Steps between ticks, times a power of ten. */
const STEPS = [1, 2, 5, 10];

/** Round numbers from `low` to `high`, about `count` of them and at least `least` apart. */
export function ticks(low: number, high: number, count: number, least = 0): number[] {
  const span = high - low;
  if (!(span > 0) || !Number.isFinite(span)) return [low];
  const rough = Math.max(span / Math.max(1, count), least);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * STEPS.find((times) => times * power >= rough * 0.999)!;
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, at) => {
    const tick = (first + at) * step;
    return Number(tick.toPrecision(12)); // 0.30000000000000004 is not round
  });
}

/** A number in a few characters. */
export function formatNumber(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size < 0.001 || size >= 1e6)) return value.toExponential(1);
  if (size >= 1000) return formatCount(Number(value.toPrecision(4)));
  return String(Number(value.toPrecision(3)));
}
