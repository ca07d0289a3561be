// The service worker: an offline page, and push messages. It keeps static files only, never a page
// of a game.
{% autoescape off %}
const CACHE = {{ name }};
const KEPT = {{ kept }};
const OFFLINE = {{ offline }};
const ICON = {{ icon }};
const BADGE = {{ badge }};
{% endautoescape %}
self.addEventListener("install", (event) => {
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(begin());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate" && request.method === "GET") {
    event.respondWith(load(event));
  } else if (KEPT.includes(new URL(request.url).pathname)) {
    event.respondWith(fetch(request).catch(() => caches.match(request)));
  }
});

self.addEventListener("push", (event) => {
  event.waitUntil(show(event.data.json()));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

async function keep() {
  const cache = await caches.open(CACHE);
  await cache.addAll(KEPT.map((url) => new Request(url, { cache: "reload", credentials: "omit" })));
  await self.skipWaiting();
}

async function begin() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

async function load(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return caches.match(OFFLINE);
  }
}

// Browsers take the right to push from sites that show nothing. So a message that only closes what
// was shown takes its place in silence, and is closed.
async function show({ tag, title, body, lang, url, closes }) {
  const shown = { tag, body, lang, data: url, icon: ICON, badge: BADGE };
  await self.registration.showNotification(title, {
    ...shown,
    silent: Boolean(closes),
    renotify: !closes,
  });
  if (closes) {
    for (const notification of await self.registration.getNotifications({ tag })) {
      notification.close();
    }
  }
}

// A link to one's own game leads through log-in to its page, whose address has what is chosen, too.
const bare = (url) => url.replace(/(\/mine)?([?#].*)?$/, "");

async function open(url) {
  const pages = await self.clients.matchAll({ type: "window" });
  const there = pages.find((page) => bare(page.url) === bare(url));
  if (there) {
    await there.focus();
  } else {
    await self.clients.openWindow(url);
  }
}
