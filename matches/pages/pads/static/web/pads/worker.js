/* Keeps the pad's page and all it is made of, for a reload without network. What was entered is not here but in the
   page's own store, so that a new build takes nothing with it.

   The site puts one line before this file: `self.BUILD = {"hash": "...", "hashed": true, "assets": ["/static/...", ...]};`
   where `hashed` says that an asset's address changes whenever it does. */

"use strict";
const PAGES = "ecarte-pad pages";
const ASSETS = "ecarte-pad assets ";
const { hash, hashed: isHashed, assets } = self.BUILD;
const OURS = ASSETS + hash;
const NETWORK_WITHIN = 2000;
const MOST_PAGES = 20;
const PAGE = /^\/(pad\/[^/]+|score)\/$/;
const MARKED = ["/pad/pad.js", "/pad/pad.css", "/pad/tables.json"];

self.addEventListener("install", (event) => {
  const fetched = assets.map((address) => new Request(address, isHashed ? {} : { cache: "no-cache" }));
  event.waitUntil(
    caches
      .open(OURS)
      .then((cache) => cache.addAll(fetched))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => event.waitUntil(tidy().then(() => self.clients.claim())));

/* A page that came before its worker asks to be kept, with all that it was made of. */
self.addEventListener("message", (event) => {
  const { page: pathname, made_of: addresses } = event.data || {};
  if (!PAGE.test(pathname)) return;
  const done = Promise.all([keepAssets(addresses), fetch(pathname, { cache: "no-store" })])
    .then(([, answer]) => keep(pathname, answer))
    .catch(() => isKept(pathname));
  event.waitUntil(done.then((result) => event.ports[0].postMessage(result)));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate" && PAGE.test(pathname)) event.respondWith(page(event, pathname));
  else if (isAsset(pathname)) event.respondWith(asset(request));
});

const isAsset = (pathname) => pathname.startsWith("/static/") || MARKED.includes(pathname);

/** From the network if it is quick and well, else as it was kept, else whatever the network says. */
async function page(event, pathname) {
  const kept = await caches.match(pathname, { cacheName: PAGES });
  const fetched = fetch(event.request);
  event.waitUntil(fetched.then((answer) => keep(pathname, answer.clone())).catch(() => {}));
  if (!kept) return fetched;
  const late = new Promise((resolve) => setTimeout(resolve, NETWORK_WITHIN, null));
  const answer = await Promise.race([fetched.catch(() => null), late]);
  return answer && answer.status < 500 && answer.status !== 429 ? answer : kept;
}

/** Keeps a page that came well, and drops one that is not for this phone any more. @returns {Promise<boolean>} */
async function keep(pathname, answer) {
  const cache = await caches.open(PAGES);
  if ([401, 403, 404, 410].includes(answer.status)) await cache.delete(pathname);
  if (answer.status !== 200 || answer.redirected) return isKept(pathname);
  await cache.delete(pathname);
  await cache.put(pathname, answer);
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - MOST_PAGES)).map((key) => cache.delete(key)));
  return true;
}

async function keepAssets(addresses) {
  const urls = addresses.map((address) => new URL(address, self.location));
  const ours = urls.filter((url) => url.origin === self.location.origin && isAsset(url.pathname));
  const cache = await caches.open(OURS);
  await Promise.all(ours.map(async (url) => (await caches.match(url)) || cache.add(url)));
}

async function isKept(pathname) {
  return (await caches.match(pathname, { cacheName: PAGES })) !== undefined;
}

/** What never changes under its address is not asked for again; anything else only where there is no network. */
async function asset(request) {
  const isLasting = isHashed || new URL(request.url).search !== "";
  const kept = await caches.match(request);
  if (kept && isLasting) return kept;
  try {
    const answer = await fetch(request);
    if (answer.ok) (await caches.open(OURS)).put(request, answer.clone());
    return answer;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

/** Pages that were kept before may need the assets of the build before; those of older builds go. */
async function tidy() {
  const names = (await caches.keys()).filter((name) => name.startsWith(ASSETS) && name !== OURS);
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
}
