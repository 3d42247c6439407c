// What screen readers are told (`announce`), and short notifications for everybody (`notify`).

// Milliseconds that a notification stays; longer sentences stay longer.
const NOTIFICATION_TIME = 3_500;
const TIME_A_CHARACTER = 45;
const MOST_NOTIFICATIONS = 3;

export interface Notification {
  id: number;
  text: string;
}

class Announcer {
  /** Said politely: after what the reader is saying now. */
  spoken = $state("");
  notifications = $state.raw<Notification[]>([]);
  #next = 1;

  say(text: string): void {
    // The same sentence twice is said twice only if something changed: a space at the end.
    this.spoken = text === this.spoken ? `${text}\u00a0` : text;
  }

  show(text: string): void {
    const notification = { id: this.#next++, text };
    const others = this.notifications.filter((old) => old.text !== text);
    this.notifications = [...others, notification].slice(-MOST_NOTIFICATIONS);
    setTimeout(
      () => this.dismiss(notification.id),
      NOTIFICATION_TIME + TIME_A_CHARACTER * text.length,
    );
  }

  dismiss(id: number): void {
    this.notifications = this.notifications.filter((notification) => notification.id !== id);
  }
}

export const announcer = new Announcer();

/** Have a screen reader say something, as soon as it is quiet. */
export function announce(text: string): void {
  announcer.say(text);
}

/** Show a short notification to everybody, and have it said. */
export function notify(text: string): void {
  announcer.show(text);
  announcer.say(text);
}
