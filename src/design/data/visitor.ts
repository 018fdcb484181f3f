import { useSyncExternalStore } from 'react'
import { useLocation, useRouteLoaderData } from 'react-router'
import { localizedPath, splitLocale } from '#kernel/locale.ts'
import type { Received } from './time-left.ts'

export type ActorKind = 'visitor' | 'guest' | 'customer'

/** An order that is not paid yet, as the header of every page shows it. Times are ISO, as the server says them. */
export interface OpenOrder {
  readonly orderKey: string
  readonly deadlineAt: string
  readonly serverNow: string
  readonly ticketCount: number
}

/** What is personal about a page. Pages are the same for everybody; this comes after they are painted. */
export interface KnownVisitor {
  readonly actor: ActorKind
  readonly name: string | null
  readonly order: Received<OpenOrder> | null
}

/** What every page knows of where the shop stands and, some time after it was painted, of who looks at it. */
export interface Visitor {
  /** Null until it is known. Pages of one visitor know it from the start. */
  readonly actor: ActorKind | null
  /** Null without an order, and until it is known. */
  readonly name: string | null
  /** Origin of the shop, without a trailing slash. */
  readonly origin: string
  /** Where login, register and logout live, without a trailing slash. */
  readonly authOrigin: string
}

/**
 * The device remembers whether its visitor was signed in, so that the next page shows the right link from its first
 * paint on. It opens nothing: who somebody is, the server says.
 */
export const visitorKey = 'visitor'

let known: KnownVisitor | null = null
const watchers = new Set<() => void>()

export function knownVisitor(): KnownVisitor | null {
  return known
}

/** Says to the page around who looks at it. */
export function tellVisitor(visitor: KnownVisitor): void {
  known = visitor
  document.documentElement.dataset['visitor'] = visitor.actor
  try {
    if (visitor.actor === 'customer') localStorage.setItem(visitorKey, visitor.actor)
    else localStorage.removeItem(visitorKey)
  } catch {
    // Nothing to remember it in: the next page is told again.
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

/** Absent only where the shell itself could not be loaded. */
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
 * Addresses of the authentication pages: their own origin, a language, and the way back to this page. From one
 * of them to another the way back stays the same.
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
 * The query of the address, for links that take it along. A public page is rendered without what no page reads
 * (`utm_source` and the like), and hydration changes no attributes, so the browser's own comes a moment later.
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
