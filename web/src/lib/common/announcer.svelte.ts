// What screen readers are told (`announce`), and short notes for everybody (`notify`).

// Milliseconds that a note stays; longer sentences stay longer.
const NOTE_TIME = 3_500;
const TIME_A_CHARACTER = 45;
const MOST_NOTES = 3;

export interface Note {
  id: number;
  text: string;
}

class Announcer {
  /** Said politely: after what the reader is saying now. */
  spoken = $state("");
  notes = $state.raw<Note[]>([]);
  #next = 1;

  say(text: string): void {
    // The same sentence twice is said twice only if something changed: a space at the end.
    this.spoken = text === this.spoken ? `${text}\u00a0` : text;
  }

  show(text: string): void {
    const note = { id: this.#next++, text };
    const others = this.notes.filter((old) => old.text !== text);
    this.notes = [...others, note].slice(-MOST_NOTES);
    setTimeout(() => this.dismiss(note.id), NOTE_TIME + TIME_A_CHARACTER * text.length);
  }

  dismiss(id: number): void {
    this.notes = this.notes.filter((note) => note.id !== id);
  }
}

export const announcer = new Announcer();

/** Have a screen reader say something, as soon as it is quiet. */
export function announce(text: string): void {
  announcer.say(text);
}

/** Show a short note to everybody, and have it said. */
export function notify(text: string): void {
  announcer.show(text);
  announcer.say(text);
}
