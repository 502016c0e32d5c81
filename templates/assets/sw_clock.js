// The part of the service worker that keeps the page of a match clock and what it needs, so that a
// phone without a network opens it again. `clockAssets`, their addresses, is set before this script.
//
// What comes over the network comes first: a page from the cache is for where there is none, or none
// that answers soon. Presses are kept by the page itself.

const CLOCKS = "clocks";
const PATIENCE = 4_000;

const isClock = (url) => /^\/clock\/[^/]+\/$/.test(url.pathname);
const isAsset = (url) => self.clockAssets.includes(url.pathname);

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(CLOCKS).then((cache) => cache.addAll(self.clockAssets)));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), dropOld()]));
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  const isPage = event.request.mode === "navigate" && isClock(url);
  if (isPage || isAsset(url)) event.respondWith(answer(event.request));
});

async function dropOld() {
  const cache = await caches.open(CLOCKS);
  for (const request of await cache.keys()) {
    const url = new URL(request.url);
    if (!isClock(url) && !isAsset(url)) await cache.delete(request);
  }
}

async function answer(request) {
  const cache = await caches.open(CLOCKS);
  const kept = await cache.match(request.url);
  const fresh = fetch(request).then((response) => {
    if (response.ok) cache.put(request.url, response.clone());
    return response;
  });
  if (!kept) return fresh;
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, kept));
  return Promise.race([fresh, late]).catch(() => kept);
}
