// Keeps the page's own files, so that it works without a network. The name changes with every build.
const CACHE = "xenomesh-BUILD", FILES = ["./", "app.js", "app.css", "worker.js", "xenomesh.wasm"];

addEventListener("install", (e) => e.waitUntil(caches.open(CACHE).then((c) => c.addAll(FILES)).then(() => skipWaiting())));
addEventListener("activate", (e) => e.waitUntil(caches.keys().then((names) => Promise.all(names.filter((n) => n.startsWith("xenomesh-") && n !== CACHE).map((n) => caches.delete(n)))).then(() => clients.claim())));
addEventListener("fetch", (e) => {
  if (new URL(e.request.url).origin === location.origin) e.respondWith(caches.match(e.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(e.request)));
});
