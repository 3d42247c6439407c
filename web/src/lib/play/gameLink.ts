// The link to a game.
import { notify } from "../common/announcer.svelte";
import { copyText } from "../common/clipboard";

/** The URL of a game; everybody who has it can open the game. */
export function gameUrl(id: string): string {
  return `${window.location.origin}/games/${id}`;
}

/** Copy a game's link, and show a notification. */
export async function copyGameLink(id: string): Promise<void> {
  const link = gameUrl(id);
  const copied = await copyText(link);
  notify(
    copied
      ? "The link is copied: whoever opens it sees this game."
      : `The browser does not let the page copy; the link is ${link}`,
  );
}
