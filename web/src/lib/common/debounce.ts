// Requests that follow what somebody types: sent after a pause, and only the last one counts.

const PAUSE = 120; // milliseconds

/** Call `send` after a pause. Returns a function that cancels it, also after it has begun; an effect
    can return that as its cleanup. */
export function debounced(send: (signal: AbortSignal) => Promise<void>, pause = PAUSE): () => void {
  const cancelled = new AbortController();
  const timer = setTimeout(() => void send(cancelled.signal), pause);
  return () => {
    clearTimeout(timer);
    cancelled.abort();
  };
}
