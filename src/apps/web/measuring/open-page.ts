/** Observes the open page from outside, so that pages download no analytics code. */
import { splitLocale } from '#kernel/locale.ts'
import { openRouter } from '../visitor/open-router.ts'

export interface OpenPage {
  /** Path without a language; the route pattern where the address is a credential: `/checkout/:orderKey`. */
  readonly path: string
  readonly title: string
  /** The page's loader data. */
  readonly loaded: unknown
  /** The page does not exist. */
  readonly isMissing: boolean
}

/**
 * False for areas other than the shop and for pages whose address is a credential: they load no third-party
 * scripts.
 */
export function isMeasured(pathname: string): boolean {
  const { path } = splitLocale(pathname)
  return !/^\/(?:operator|merchant|scan|auth|tickets|follows|invite|queue|s|dev)(?:\/|$)/.test(path)
}

/** Calls back with the open page and each later one; returns the unsubscribe function. */
export function watchPages(opened: (page: OpenPage) => void): () => void {
  const router = openRouter()
  if (!router) return () => undefined
  let shown: unknown = null
  const look = ({
    location,
    navigation,
    matches,
    loaderData,
    errors,
  }: typeof router.state): void => {
    if (navigation.state !== 'idle' || location === shown) return
    shown = location
    const route = matches.at(-1)?.route.id ?? ''
    const pattern = route.slice(route.indexOf(':') + 1)
    const isPrivate = /^\/(?:checkout|movies\/checkout|account|multipass\/use)/.test(pattern)
    const isMissing = Object.values(errors ?? {}).some((error) => statusOf(error) === 404)
    // The title is set when the page is rendered.
    setTimeout(() =>
      opened({
        path: isPrivate ? pattern : splitLocale(location.pathname).path,
        title: document.title,
        loaded: loaderData[route],
        isMissing,
      }),
    )
  }
  look(router.state)
  return router.subscribe(look)
}

export function statusOf(error: unknown): number | undefined {
  const { status } = (error ?? {}) as { readonly status?: unknown }
  return typeof status === 'number' ? status : undefined
}
