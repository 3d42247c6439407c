// Links to games, and the clipboard.
import { notify } from "../common/announcer.svelte";
import { copyText } from "../common/clipboard";

/** Where a game is found by whoever has the link. */
export function gameUrl(id: string): string {
  return `${window.location.origin}/games/${id}`;
}

/** Put a game's link on the clipboard, and say so. */
export async function copyGameLink(id: string): Promise<void> {
  const link = gameUrl(id);
  const copied = await copyText(link);
  notify(
    copied
      ? "The link is copied: whoever opens it sees this game."
      : `The browser does not let the page copy; the link is ${link}`,
  );
}
