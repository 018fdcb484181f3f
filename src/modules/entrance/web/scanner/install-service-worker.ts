import { localizedPath, type Locale } from '#kernel/locale.ts'
import { loadVerifier } from './verify-signature.ts'

/** Makes the page available offline: its service worker caches it with all resources that it loads, now and later. */
export async function installServiceWorker(locale: Locale): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const scope = localizedPath(locale, '/scan')
  try {
    await navigator.serviceWorker.register('/scan-worker.js', { scope })
    const registration = await navigator.serviceWorker.ready
    const keep = (addresses: readonly string[]) => {
      if (addresses.length > 0) registration.active?.postMessage({ keep: addresses })
    }
    keep([scope])
    new PerformanceObserver((list) => keep(assetsOf(list.getEntries()))).observe({
      type: 'resource',
      buffered: true,
    })
    // Loaded in advance while there is a network, in case the camera or a code needs it later.
    await import('./read-frame.ts')
    await loadVerifier()
  } catch {
    // Without a service worker the page works only while it stays open.
  }
}

function assetsOf(entries: PerformanceEntryList): string[] {
  const names = entries.map(({ name }) => name)
  return [...new Set(names)].filter((name) => new URL(name).pathname.startsWith('/assets/'))
}
