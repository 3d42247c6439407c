// Questions that follow what somebody types: asked after a moment of quiet, and only the last one counts.

const QUIET = 120; // milliseconds

/** Ask soon; what is returned calls it off, also when it has begun. For an effect to give back. */
export function debounced(ask: (signal: AbortSignal) => Promise<void>, quiet = QUIET): () => void {
  const stop = new AbortController();
  const timer = setTimeout(() => void ask(stop.signal), quiet);
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}
