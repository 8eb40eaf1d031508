// Everything of this edition is kept when it is first seen, under the name of its build; from then on
// nothing of it is asked of the network. A new build waits until no page of the old one is open, or until
// somebody takes it in the only page that is.

const KEPT = `battlemat-site-${SITE.build}`;
const at = (name) => new URL(name, self.registration.scope).href;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(SITE.files.map(at))));
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("battlemat-") && name !== KEPT;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { mode, url } = event.request;
  if (!url.startsWith(self.registration.scope)) return;
  // Whatever address a page is called by, it finds its own way from there.
  const wanted = mode === "navigate" ? at("index.html") : url.split("?")[0];
  event.respondWith(caches.match(wanted).then((found) => found ?? fetch(event.request)));
});

self.addEventListener("message", (event) => {
  if (event.data !== "take") return;
  event.waitUntil(
    self.clients.matchAll({ type: "window", includeUncontrolled: true }).then(async (pages) => {
      const alone = pages.length <= 1;
      event.ports[0].postMessage(alone);
      if (alone) await self.skipWaiting();
    }),
  );
});
