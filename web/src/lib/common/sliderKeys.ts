// Keys of a slider.
import { hasModifier } from "./shortcuts";

const PAGE = 10; // steps of PageUp and PageDown

/** The value, from 0 to `last`, to which a key moves a slider; null if it is not a slider's key. */
export function sliderTarget(event: KeyboardEvent, value: number, last: number): number | null {
  const targets: Record<string, number> = {
    ArrowLeft: value - 1,
    ArrowDown: value - 1,
    ArrowRight: value + 1,
    ArrowUp: value + 1,
    PageDown: value - PAGE,
    PageUp: value + PAGE,
    Home: 0,
    End: last,
  };
  const target = targets[event.key];
  if (target === undefined || hasModifier(event)) return null;
  return Math.min(last, Math.max(0, target));
}
