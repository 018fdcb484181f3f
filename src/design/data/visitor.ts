import { useSyncExternalStore } from 'react'
import { useLocation, useRouteLoaderData } from 'react-router'
import { localizedPath, splitLocale } from '#kernel/locale.ts'
import type { Received } from './time-left.ts'

export type ActorKind = 'visitor' | 'guest' | 'customer'

/** The unpaid order that the header of every page displays. Times are server times, ISO 8601. */
export interface OpenOrder {
  readonly orderKey: string
  readonly deadlineAt: string
  readonly serverNow: string
  readonly ticketCount: number
}

/** The personal part of a page. Pages are the same for all visitors; this is loaded after the first paint. */
export interface KnownVisitor {
  readonly actor: ActorKind
  readonly name: string | null
  readonly order: Received<OpenOrder> | null
}

/** The shop's origins, and the visitor once known, for every page. */
export interface Visitor {
  /** Null until known. Personal pages know it from the start. */
  readonly actor: ActorKind | null
  /** Null without an order, and until known. */
  readonly name: string | null
  /** Origin of the shop, without a trailing slash. */
  readonly origin: string
  /** Origin of login, register and logout, without a trailing slash. */
  readonly authOrigin: string
}

/**
 * Storage key of whether the visitor was signed in, so that the next page shows the right link from the first
 * paint. It grants nothing: the server authenticates.
 */
export const visitorKey = 'visitor'

let known: KnownVisitor | null = null
const watchers = new Set<() => void>()

export function knownVisitor(): KnownVisitor | null {
  return known
}

/** Publishes the visitor to the page. */
export function publishVisitor(visitor: KnownVisitor): void {
  known = visitor
  document.documentElement.dataset['visitor'] = visitor.actor
  try {
    if (visitor.actor === 'customer') localStorage.setItem(visitorKey, visitor.actor)
    else localStorage.removeItem(visitorKey)
  } catch {
    // Storage is blocked: the next page loads the visitor again.
  }
  for (const watcher of watchers) watcher()
}

function watch(changed: () => void): () => void {
  watchers.add(changed)
  return () => watchers.delete(changed)
}

export function useKnownVisitor(): KnownVisitor | null {
  return useSyncExternalStore(watch, knownVisitor, () => null)
}

/** Undefined only if the shell itself failed to load. */
export function useVisitor(): Visitor | undefined {
  const shell = useRouteLoaderData<Visitor>('root')
  const visitor = useKnownVisitor()
  if (!shell) return undefined
  const { origin, authOrigin } = shell
  return {
    actor: visitor?.actor ?? shell.actor,
    name: visitor?.name ?? null,
    origin,
    authOrigin,
  }
}

export type AuthPage = 'login' | 'register' | 'logout' | 'reset'

/**
 * Addresses of the authentication pages: their origin, a language, and the return address of this page. Links
 * between authentication pages keep the return address.
 */
export function useAuthAddress(): (page: AuthPage) => string {
  const { pathname } = useLocation()
  const search = useQueryOfAddress()
  const shell = useRouteLoaderData<Visitor>('root')
  const { locale, path } = splitLocale(pathname)
  const here = path.startsWith('/auth/')
    ? (new URLSearchParams(search).get('continue') ?? localizedPath(locale, '/'))
    : `${shell?.origin ?? ''}${pathname}${search}`
  return (page) =>
    `${shell?.authOrigin ?? '/auth'}/${locale}/${page}?continue=${encodeURIComponent(here)}`
}

/**
 * The query of the address, for links that keep it. A public page is rendered without irrelevant parameters
 * (`utm_source` and the like), and hydration changes no attributes, so the browser's query is set after hydration.
 */
export function useQueryOfAddress(): string {
  const { search } = useLocation()
  const isHydrated = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => import.meta.env.SSR,
  )
  return isHydrated ? search : ''
}
