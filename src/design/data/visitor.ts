import { useLocation, useRouteLoaderData } from 'react-router'
import { localizedPath, splitLocale } from '#kernel/locale.ts'

/** What every page knows of who looks at it and of where the shop stands. */
export interface Visitor {
  readonly actor: 'visitor' | 'guest' | 'customer'
  /** Origin of the shop, without a trailing slash. */
  readonly origin: string
  /** Where login, register and logout live, without a trailing slash. */
  readonly authOrigin: string
}

/** As the page was loaded; absent only where the shell itself could not be loaded. */
export function useVisitor(): Visitor | undefined {
  return useRouteLoaderData<Visitor>('root')
}

export type AuthPage = 'login' | 'register' | 'logout' | 'reset'

/**
 * Addresses of the authentication pages: their own origin, a language, and the way back to this page. From one
 * of them to another the way back stays the same.
 */
export function useAuthAddress(): (page: AuthPage) => string {
  const { pathname, search } = useLocation()
  const visitor = useVisitor()
  const { locale, path } = splitLocale(pathname)
  const here = path.startsWith('/auth/')
    ? (new URLSearchParams(search).get('continue') ?? localizedPath(locale, '/'))
    : `${visitor?.origin ?? ''}${pathname}${search}`
  return (page) =>
    `${visitor?.authOrigin ?? '/auth'}/${locale}/${page}?continue=${encodeURIComponent(here)}`
}
