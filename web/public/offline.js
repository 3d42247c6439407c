// offline.html has the address of the page that was asked for, so opening that is a reload.
const PAUSE = 5_000; // milliseconds between two attempts

async function attempt() {
  if (document.visibilityState !== "visible") return;
  const answer = await fetch("/api/health").catch(() => null);
  if (answer?.ok) window.location.reload();
}

document.querySelector("button").addEventListener("click", () => window.location.reload());
window.addEventListener("online", attempt);
setInterval(attempt, PAUSE);
