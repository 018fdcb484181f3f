import { useLocation } from 'react-router'
import { useVisitor } from '#design/data/visitor.ts'
import { continuePathOn } from '#kernel/continue-address.ts'
import { localizedPath, splitLocale } from '#kernel/locale.ts'

/**
 * Where to go on after signing in or out: what the address asks for when it lies in our own shop, else the home
 * page. Never one of the authentication pages, which would only lead back here.
 */
export function useContinueAddress(): { readonly path: string; readonly address: string } {
  const { pathname, search } = useLocation()
  const origin = useVisitor()?.origin ?? ''
  const { locale } = splitLocale(pathname)
  const wanted = new URLSearchParams(search).get('continue') ?? ''
  const own = continuePathOn(origin, wanted)
  const isUsable = own !== null && !splitLocale(own).path.startsWith('/auth')
  const path = isUsable ? own : localizedPath(locale, '/')
  return { path, address: `${origin}${path}` }
}
