// The link to a game.
import { get } from "../api/client";
import type { Network } from "../api/types";
import { notify } from "../common/announcer.svelte";
import { copyText } from "../common/clipboard";
import { texts } from "../texts/play";
import { isLoopback } from "./loopback";

const { invite } = texts.friends;

/** The link to a game, and what the server says about its network if the page is on its computer. */
export interface GameLink {
  url: string;
  network: Network | null;
}

/** The URL of a game under an origin. */
export function gameUrl(id: string, origin = window.location.origin): string {
  return `${origin}/games/${id}`;
}

/** The link that others can open; everybody who has it can see the game. */
export async function findGameLink(id: string): Promise<GameLink> {
  if (!isLoopback(window.location.hostname)) return { url: gameUrl(id), network: null };
  const network = await get("/api/network").catch(() => null);
  const url = network?.reachable && network.url ? gameUrl(id, network.url) : gameUrl(id);
  return { url, network };
}

/** Copy a link, and show a notification. */
export async function copyLink(link: string): Promise<void> {
  notify((await copyText(link)) ? invite.copied : invite.notCopied(link));
}
