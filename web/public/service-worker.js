// Keeps the files of the page, and shows offline.html while the server cannot be reached.
//
// The page itself always comes from the server, so there is never an old one after an upgrade; only
// files whose names change with their content come from the cache. Answers of the API and sockets do
// not pass through here. A new version waits until no page of the old one is open: until then, those
// pages find their files in the old cache, even if the server does not have them any more.

// tools/publish.mjs fills these in.
const VERSION = "{{version}}";
const FILES = ["{{files}}"];

const PREFIX = "inarow-";
const CACHE = PREFIX + VERSION;
const OFFLINE = "/offline.html";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(activate());
});

async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable(); // starting this must not delay the page
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(open(event));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(load(request));
  else if (FILES.includes(url.pathname)) event.respondWith(loadNew(request));
});

async function open(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(OFFLINE)) ?? Response.error();
  }
}

async function load(request) {
  return (await caches.match(request)) ?? fetch(request);
}

async function loadNew(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(request)) ?? Response.error();
  }
}
