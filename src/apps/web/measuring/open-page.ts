/** The open page, for analytics: observed from outside, so that no page downloads anything for it. */
import { splitLocale } from '#kernel/locale.ts'
import { openRouter } from '../visitor/open-router.ts'

export interface OpenPage {
  /** Path without a language. Of a page whose address opens something the pattern: `/checkout/:orderKey`. */
  readonly path: string
  readonly title: string
  /** What the page was loaded with. */
  readonly loaded: unknown
  /** The address leads nowhere. */
  readonly isMissing: boolean
}

/** Pages that are not the shop, and pages whose address is a credential: nobody else's script is ever loaded there. */
export function isMeasured(pathname: string): boolean {
  const { path } = splitLocale(pathname)
  return !/^\/(?:operator|merchant|scan|auth|tickets|follows|invite|queue|s|dev)(?:\/|$)/.test(path)
}

/** Calls back with the page that is open, and with each that is opened later; answers how to stop. */
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
    // The page's title is set as it is rendered.
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
