// Keyboard shortcuts of a page.

const FIELDS = "input, select, textarea, dialog";

/** Whether a key belongs to a field, a dialog, or to something that matches `others` (a selector). */
export function isTyping(event: KeyboardEvent, others = ""): boolean {
  const selector = others ? `${FIELDS}, ${others}` : FIELDS;
  return !!(event.target as Element | null)?.closest?.(selector);
}

/** Whether Ctrl, Alt or Meta is held: such keys belong to the browser. */
export function hasModifier(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.altKey || event.metaKey;
}
