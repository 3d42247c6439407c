// Puts text on the clipboard.

/** False if the browser does not let us: it asks for https, or for loopback. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
