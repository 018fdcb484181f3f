import type { ClientLoaderFunctionArgs } from 'react-router'
import { onOrderChanged } from './order-signal.ts'

/** How long a page that one comes back to shows what it showed. */
const keptMilliseconds = 5 * 60 * 1000

interface Kept {
  readonly data: unknown
  /** On the monotonic clock of `performance.now()`. */
  readonly loadedAt: number
}

const kept = new Map<string, Kept>()
/** The address that the browser's own back or forward leads to just now. */
let returningTo: string | null = null
/** Of the page that was opened first, if it is one of these: then this module came with it. */
const firstAddress = import.meta.env.SSR ? '' : window.location.href
/** What it came with is no longer true, or has been asked for again. */
let isFirstTaken = false

/**
 * For pages whose data is composed by the server's loader: back and forward reuse it for five minutes. Following a
 * link loads it again, and an action on a page (after which the router reloads) invalidates all of it.
 */
export async function keptClientLoader({
  request,
  serverLoader,
}: ClientLoaderFunctionArgs): Promise<unknown> {
  const address = request.url
  const isReturn = returningTo === address
  returningTo = null
  const known = isReturn ? keptOf(address) : undefined
  if (known) return known.data
  // The page that is shown already is loaded again: something was done on it.
  if (!isReturn && window.location.href === address) forgetKept()
  const data = await serverLoader()
  kept.set(address, { data, loadedAt: performance.now() })
  return data
}

function keptOf(address: string): Kept | undefined {
  const found = kept.get(address) ?? firstPage(address)
  if (found && performance.now() - found.loadedAt < keptMilliseconds) return found
  kept.delete(address)
  return undefined
}

function forgetKept(): void {
  kept.clear()
  isFirstTaken = true
}

/** What the page that was opened first was loaded with, if it is the one. */
function firstPage(address: string): Kept | undefined {
  if (isFirstTaken || address !== firstAddress) return undefined
  const { __reactRouterContext: context } = window as unknown as {
    __reactRouterContext?: { state?: { loaderData?: Readonly<Record<string, unknown>> } }
  }
  const own = Object.entries(context?.state?.loaderData ?? {}).find(([id]) => id !== 'root')
  return own && { data: own[1], loadedAt: 0 }
}

if (!import.meta.env.SSR) {
  window.addEventListener('popstate', () => (returningTo = window.location.href))
  onOrderChanged(forgetKept)
}
