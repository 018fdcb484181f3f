import type { ClientLoaderFunctionArgs } from 'react-router'
import { onOrderChanged } from './order-signal.ts'

/** How long a page is restored from memory when the visitor returns to it. */
const cacheMilliseconds = 5 * 60 * 1000

interface CachedData {
  readonly data: unknown
  /** On the monotonic clock of `performance.now()`. */
  readonly loadedAt: number
}

const cached = new Map<string, CachedData>()
/** The target address of the current back or forward navigation. */
let returningTo: string | null = null
/** The address of the document if its page uses this loader, because then this module is loaded with it. */
const firstAddress = import.meta.env.SSR ? '' : window.location.href
/** The document's initial data is outdated or has been requested again. */
let isFirstUsed = false

/**
 * A client loader for pages whose data the server's loader combines: back and forward navigation reuse it for five
 * minutes. Following a link loads it again, and an action on a page (after which the router revalidates)
 * invalidates all of it.
 */
export async function cachedClientLoader({
  request,
  serverLoader,
}: ClientLoaderFunctionArgs): Promise<unknown> {
  const address = request.url
  const isReturn = returningTo === address
  returningTo = null
  const known = isReturn ? cachedFor(address) : undefined
  if (known) return known.data
  // The current page is revalidated because of an action on it.
  if (!isReturn && window.location.href === address) clearCache()
  const data = await serverLoader()
  cached.set(address, { data, loadedAt: performance.now() })
  return data
}

function cachedFor(address: string): CachedData | undefined {
  const found = cached.get(address) ?? firstPage(address)
  if (found && performance.now() - found.loadedAt < cacheMilliseconds) return found
  cached.delete(address)
  return undefined
}

function clearCache(): void {
  cached.clear()
  isFirstUsed = true
}

/** The document's initial data, if it belongs to this address. */
function firstPage(address: string): CachedData | undefined {
  if (isFirstUsed || address !== firstAddress) return undefined
  const { __reactRouterContext: context } = window as unknown as {
    __reactRouterContext?: { state?: { loaderData?: Readonly<Record<string, unknown>> } }
  }
  const own = Object.entries(context?.state?.loaderData ?? {}).find(([id]) => id !== 'root')
  return own && { data: own[1], loadedAt: 0 }
}

if (!import.meta.env.SSR) {
  window.addEventListener('popstate', () => (returningTo = window.location.href))
  onOrderChanged(clearCache)
}
