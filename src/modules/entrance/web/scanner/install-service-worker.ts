import { localizedPath, type Locale } from '#kernel/locale.ts'
import { loadVerifier } from './verify-signature.ts'

/** Makes the page available offline: its service worker caches it with all loaded resources. */
export async function installServiceWorker(locale: Locale): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const scope = localizedPath(locale, '/scan')
  try {
    await navigator.serviceWorker.register('/scan-worker.js', { scope })
    const registration = await navigator.serviceWorker.ready
    // Loaded in advance while there is a network, in case the camera or a code needs it later.
    await import('./read-frame.ts')
    await loadVerifier()
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
    const assets = loaded.filter((name) => new URL(name).pathname.startsWith('/assets/'))
    registration.active?.postMessage({ keep: [scope, ...new Set(assets)] })
  } catch {
    // Without a service worker the page works only while it stays open.
  }
}
