// Announcements for screen readers (`announce`), and visible notifications (`notify`).

// Milliseconds that a notification is shown, and more for each character.
const NOTIFICATION_TIME = 3_500;
const TIME_A_CHARACTER = 45;
const MOST_NOTIFICATIONS = 3;

export interface Notification {
  id: number;
  text: string;
}

class Announcer {
  /** The text of the live region; screen readers say it after what they are saying now. */
  spoken = $state("");
  notifications = $state.raw<Notification[]>([]);
  #next = 1;

  say(text: string): void {
    // A repeated text is said again only if it changes: a space is added.
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

/** Announce a text to screen readers. */
export function announce(text: string): void {
  announcer.say(text);
}

/** Show a short notification, and announce it. */
export function notify(text: string): void {
  announcer.show(text);
  announcer.say(text);
}
