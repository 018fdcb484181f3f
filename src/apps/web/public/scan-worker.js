/**
 * Keeps the scanner's page and what it has loaded, so that it opens without a network. It answers for that page alone:
 * calls always go to the server.
 */
const offlineStore = 'bileti-scan-1'
const patienceMilliseconds = 3000
/** Twice what the pages of both languages load. */
const cacheEntriesMax = 120

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('message', (event) => {
  const { keep } = event.data ?? {}
  if (Array.isArray(keep)) event.waitUntil(keepAll(keep.slice(0, cacheEntriesMax).filter(mayKeep)))
})

/** Built files, and the page that this worker answers for: nothing that depends on who asks. */
function mayKeep(address) {
  const { pathname, href } = new URL(address, self.location.origin)
  return pathname.startsWith('/assets/') || href === self.registration.scope
}

async function keepAll(addresses) {
  const cache = await caches.open(offlineStore)
  await Promise.all(
    addresses.map(async (address) => {
      const isPage = !new URL(address, self.location.origin).pathname.startsWith('/assets/')
      if (!isPage && (await cache.match(address))) return
      const response = await fetch(address)
      if (response.ok) await cache.put(address, response)
    }),
  )
  // What was kept longest belongs to builds that are gone.
  const kept = await cache.keys()
  for (const request of kept.slice(0, Math.max(0, kept.length - cacheEntriesMax)))
    await cache.delete(request)
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET') return
  // Scripts and styles may have a host of their own.
  if (pathname.startsWith('/assets/')) event.respondWith(assetOf(request))
  else if (request.mode === 'navigate' && origin === self.location.origin)
    event.respondWith(pageOf(request, pathname))
})

/** The newest page while the network answers in time; else the one that was kept. */
async function pageOf(request, pathname) {
  const cache = await caches.open(offlineStore)
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(patienceMilliseconds) })
    if (response.ok) await cache.put(pathname, response.clone())
    return response
  } catch (error) {
    const kept = await cache.match(pathname)
    if (kept) return kept
    throw error
  }
}

async function assetOf(request) {
  const cache = await caches.open(offlineStore)
  return (await cache.match(request.url)) ?? fetch(request)
}
