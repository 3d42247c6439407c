// A short message at the board, such as why a move was refused; announced to screen readers, too.
import { announce } from "../common/announcer.svelte";

const TIME = 3_000; // milliseconds, and more for each character
const TIME_A_CHARACTER = 40;

export class BoardMessage {
  text = $state("");
  /** Whether it is at the upper edge of the board, because the click was in the lower half. */
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
