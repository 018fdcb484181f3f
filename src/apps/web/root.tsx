import { use, useLayoutEffect, type ReactNode } from 'react'
import {
  Links,
  Meta,
  Outlet,
  redirect,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  type LoaderFunctionArgs,
} from 'react-router'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { NonceContext } from '#design/nonce.ts'
import { pageHandles, type PageHandle } from '#design/page-handle.ts'
import { splitLocale } from '#kernel/locale.ts'
import { catalogueCategories } from '#modules/catalogue/contract.ts'
import georgianSans from '@fontsource-variable/noto-sans-georgian/files/noto-sans-georgian-georgian-wght-normal.woff2?url'
import latinSans from '@fontsource-variable/noto-sans-georgian/files/noto-sans-georgian-latin-wght-normal.woff2?url'
import { AddressLinks } from './parts/address-links.tsx'
import { localeRedirect } from './locale-cookie.ts'
import { refreshTheme, themeScript } from './theme.ts'
import './app.css'

/** Who is asking and where, for the shell around every page. */
export async function loader({ request, url, context }: LoaderFunctionArgs) {
  const elsewhere = localeRedirect(url, request.headers.get('cookie'))
  if (elsewhere !== null) throw redirect(elsewhere)
  const calls = context.get(serverCallsContext)
  const { items } = await calls.send(catalogueCategories)
  return {
    actor: calls.actor,
    origin: calls.origin,
    authOrigin: calls.authOrigin,
    categories: items.map(({ slug, name }) => ({ slug, name })),
  }
}

/** Signing in and out are full page loads, so what the shell knows stays true from page to page. */
export function shouldRevalidate() {
  return false
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = use(NonceContext)
  const { locale } = splitLocale(useLocation().pathname)
  const theme = usePageTheme()
  // After a page with a theme of its own the visitor's is put back before the next paint.
  useLayoutEffect(refreshTheme, [theme])
  return (
    <html lang={locale} data-page-theme={theme} data-theme={theme} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <script
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: themeScript }}
        />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link
          rel="preload"
          href={locale === 'ka' ? georgianSans : latinSans}
          as="font"
          type="font/woff2"
          crossOrigin="anonymous"
        />
        <AddressLinks />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

/** Only when the shell itself breaks; a page's own errors are shown inside the shell. */
export function ErrorBoundary() {
  return (
    <main className="grid min-h-dvh place-content-center gap-4 p-6 text-center">
      <p className="font-display text-2xl">რაღაც გაფუჭდა · Something broke</p>
      <a className="button button-quiet" href="/">
        ბილეთი · Bileti
      </a>
    </main>
  )
}

function usePageTheme(): PageHandle['theme'] {
  return pageHandles(useMatches()).findLast((handle) => handle.theme)?.theme
}
