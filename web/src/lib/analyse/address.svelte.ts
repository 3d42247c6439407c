// Keeps the URL of the analysis board and the game on it in step.
//
// The URL holds one line only, and many games may begin with it: the entry of the browser's history also
// holds the id of the stored analysis, so that a reload leads to all of it and a link to a new one.
import { untrack } from "svelte";
import { readAnalysisUrl } from "../common/analysisUrl";
import { readEntry, router, updateEntry } from "../common/router.svelte";
import { type AnalysisGame } from "./analysisGame.svelte";

/** The name of the id in the entry. */
const ANALYSIS = "analysis";

/** Open what the URL says, now and whenever it changes, and write the shown line into it. */
export function followAddress(game: AnalysisGame, onopen: () => void): void {
  let shown = "";
  $effect(() => {
    const { path, search } = router;
    if (!path.startsWith("/analyse") || path + search === shown) return;
    const wanted = readAnalysisUrl(new URLSearchParams(search));
    const id = readEntry().values?.[ANALYSIS];
    untrack(() => {
      onopen();
      void game.open(wanted, String(id ?? "")).then((done) => {
        // A wrong URL still shows a board, with the reason.
        if (!done && !game.info) void openAnyway(wanted.game);
      });
    });
  });
  async function openAnyway(spec: string) {
    const reason = game.problem;
    if (await game.start(spec)) game.problem = reason;
    else if (await game.start("gomoku")) game.problem = reason;
  }
  $effect(() => {
    const { id, url } = game;
    if (!url) return;
    const { values } = readEntry();
    if (values?.[ANALYSIS] !== id) updateEntry({ values: { ...values, [ANALYSIS]: id } });
    if (url === shown) return;
    shown = url;
    // Replaced, not pushed: "back" leads to the previous page, not through every move.
    window.history.replaceState(window.history.state, "", shown);
    untrack(() => router.read());
  });
}
