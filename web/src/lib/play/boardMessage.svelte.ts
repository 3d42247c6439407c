// Why something did not happen: a sentence at the board for a while, said to screen readers too.
import { announce } from "../common/announcer.svelte";

const TIME = 3_000; // milliseconds, and more for long sentences
const TIME_A_CHARACTER = 40;

export class BoardMessage {
  text = $state("");
  /** At the upper edge of the board: what was clicked is at the lower one. */
  above = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  show(text: string, above = false): void {
    clearTimeout(this.#timer);
    this.above = above;
    this.text = text;
    announce(text);
    this.#timer = setTimeout(() => this.clear(), TIME + TIME_A_CHARACTER * text.length);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.text = "";
  }
}
