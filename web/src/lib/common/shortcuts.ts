// Keyboard shortcuts of a page.

const FIELDS = "input, select, textarea, dialog";

/** Whether a key belongs to a field, a dialog, or to something that matches `others` (a selector). */
export function isTyping(event: KeyboardEvent, others = ""): boolean {
  const selector = others ? `${FIELDS}, ${others}` : FIELDS;
  return !!(event.target as Element | null)?.closest?.(selector);
}

const STEP_KEYS = ["ArrowLeft", "ArrowRight", "Home", "End"];
// A board that was clicked has the focus, but its user does not see it: then the keys step.
const STEP_KEY_USERS =
  "[role=grid]:not([data-clicked]), [role=slider], [role=menu], [role=radiogroup], [role=tablist]";

/** Whether a key steps through moves, unless what has the focus uses it. */
export function isStepKey({ key }: KeyboardEvent): boolean {
  return STEP_KEYS.includes(key);
}

/** Whether what has the focus uses such keys itself. */
export function focusUsesStepKeys(event: KeyboardEvent): boolean {
  return !!(event.target as Element | null)?.closest?.(STEP_KEY_USERS);
}

/** Whether Ctrl, Alt or Meta is held: such keys belong to the browser. */
export function hasModifier(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.altKey || event.metaKey;
}
