// What an installed Battlemat does without its server: it says so, and tries again. Nothing of a game
// is kept here, so nothing old can ever be shown; the server alone knows how a game stands.

const KEPT = "battlemat-offline-2";
const LOST = new URL("offline.html", self.registration.scope).href;
const TRIES = new URL("offline.js", self.registration.scope).href;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(KEPT)
      .then((cache) => cache.addAll([LOST, TRIES]))
      .then(() => self.skipWaiting()),
  );
});

// A new version takes over at once, and what an older one kept goes.
self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { mode, url } = event.request;
  if (mode === "navigate") event.respondWith(fetch(event.request).catch(() => caches.match(LOST)));
  // The lost page may stand at any address, and looks for its script beside it.
  else if (url.endsWith("/offline.js")) event.respondWith(caches.match(TRIES));
});
