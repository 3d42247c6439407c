// Links to games, and the clipboard.
import { notify } from "../shell/announcer.svelte";

/** Where a game is found by whoever has the link. */
export function linkTo(id: string): string {
  return `${window.location.origin}/games/${id}`;
}

/** Put a game's link on the clipboard, and say so. */
export async function copyLink(id: string): Promise<void> {
  const link = linkTo(id);
  try {
    await navigator.clipboard.writeText(link);
    notify("The link is copied: whoever opens it sees this game.");
  } catch {
    // Browsers allow it over https and on loopback only.
    notify(`The browser does not let the page copy; the link is ${link}`);
  }
}
