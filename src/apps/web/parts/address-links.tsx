import { useLocation, useRouteLoaderData } from 'react-router'
import { locales, localizedPath, splitLocale } from '#kernel/locale.ts'

/** Links for search engines: the canonical address and the page in the other languages. */
export function AddressLinks() {
  const { pathname } = useLocation()
  const root = useRouteLoaderData<{ readonly origin: string }>('root')
  const { locale, path } = splitLocale(pathname)
  const clean = path === '/' ? '/' : path.replace(/\/+$/, '')
  const origin = root?.origin ?? ''
  return (
    <>
      <link rel="canonical" href={origin + localizedPath(locale, clean)} />
      {locales.map((other) => (
        <link
          key={other}
          rel="alternate"
          hrefLang={other}
          href={origin + localizedPath(other, clean)}
        />
      ))}
      <link rel="alternate" hrefLang="x-default" href={origin + localizedPath('ka', clean)} />
    </>
  )
}
