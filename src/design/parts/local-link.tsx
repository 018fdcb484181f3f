import type { AnchorHTMLAttributes } from 'react'
import { Link } from 'react-router'
import { localizedPath } from '#kernel/locale.ts'
import { needsDocument } from '../data/needs-document.ts'
import { useLocale } from '../texts.tsx'

export interface LocalLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** The path without a language, with a query if need be. */
  readonly to: string
  /** Stays where one is on the page: for filters. */
  readonly preventScrollReset?: boolean
  readonly replace?: boolean
  /** When the next page's script is fetched; on intent as a rule. */
  readonly prefetch?: 'intent' | 'none' | 'render' | 'viewport'
}

/** A link inside the shop: the page's language is added, and the next page's script is fetched on intent. */
export function LocalLink({
  to,
  preventScrollReset,
  replace,
  prefetch,
  children,
  ...rest
}: LocalLinkProps) {
  const href = localizedPath(useLocale(), to)
  // The same element without the router's work, which is a sixth of the rendering of a page of cards.
  if (import.meta.env.SSR)
    return (
      <a {...rest} href={href}>
        {children}
      </a>
    )
  const reloadDocument = needsDocument(href)
  return (
    <Link
      {...rest}
      to={href}
      reloadDocument={reloadDocument}
      prefetch={reloadDocument ? 'none' : (prefetch ?? 'intent')}
      discover="none"
      preventScrollReset={preventScrollReset}
      replace={replace}
    >
      {children}
    </Link>
  )
}
