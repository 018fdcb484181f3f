import { useEffect, useLayoutEffect, type ReactNode } from 'react'
import {
  Links,
  Outlet,
  UNSAFE_useScrollRestoration as useScrollRestoration,
  useLocation,
  useMatches,
  useRouteLoaderData,
  type LoaderFunctionArgs,
} from 'react-router'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { useLoadAnew } from '#design/load-anew.ts'
import { pageHandles, type PageHandle } from '#design/page-handle.ts'
import { LinkButton } from '#design/parts/link-button.tsx'
import { splitLocale } from '#kernel/locale.ts'
import { catalogueCategories } from '#modules/catalogue/contract.ts'
import georgianSans from '@fontsource-variable/noto-sans-georgian/files/noto-sans-georgian-georgian-wght-normal.woff2?url'
import latinSans from '@fontsource-variable/noto-sans-georgian/files/noto-sans-georgian-latin-wght-normal.woff2?url'
import { scrollKey } from './scroll.ts'
import { headScript } from './head-script.ts'
import { showPage } from './shown-page.ts'
import { sections } from './sections.ts'
import { refreshTheme } from './theme.ts'
import './app.css'

/** Data of the shell around every page. */
export async function loader({ context, url }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  const { locale, path: page } = splitLocale(url.pathname)
  const { items } = await calls.send(catalogueCategories)
  return {
    actor: calls.actor,
    origin: calls.origin,
    authOrigin: calls.authOrigin,
    // On organisers' own sites those sites ask for consent.
    ...(calls.measuring && !page.startsWith('/widget/') && { measuring: calls.measuring }),
    sections: sections.map(({ path, name, roots }) => ({ path, name: name[locale], roots })),
    categories: items.map(({ slug, name }) => ({ slug, name })),
  }
}

/** Signing in and out load a document, so the shell's data stays valid between pages. */
export function shouldRevalidate() {
  return false
}

export function Layout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const { locale } = splitLocale(pathname)
  const theme = usePageTheme()
  useLayoutEffect(() => showPage(pathname), [pathname])
  // After a page with a fixed theme the visitor's is restored before the next paint.
  useLayoutEffect(refreshTheme, [theme])
  return (
    <html
      lang={locale}
      data-page-theme={theme}
      data-theme={theme}
      // Public pages contain no visitor data: the script below and the server's answer add it.
      data-visitor={useRouteLoaderData<typeof loader>('root')?.actor ?? undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        {/* It has already run when React hydrates, and is not downloaded twice. */}
        <script
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? headScript() : '' }}
        />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {/* Only in the document: in the browser the font is already loaded, and its address may have another origin. */}
        {import.meta.env.SSR && (
          <link
            rel="preload"
            href={locale === 'ka' ? georgianSans : latinSans}
            as="font"
            type="font/woff2"
            crossOrigin="anonymous"
          />
        )}
        <Links />
      </head>
      <body>{children}</body>
    </html>
  )
}

export default function Root() {
  useScrollRestoration({ storageKey: scrollKey })
  useEffect(() => void import('./learn-visitor.ts').then((module) => module.learnVisitor()), [])
  return <Outlet />
}

/** Used only when the shell itself fails; a page's own errors are shown inside the shell. */
export function ErrorBoundary() {
  useLoadAnew()
  return (
    <main className="grid min-h-dvh place-content-center gap-4 p-6 text-center">
      <p className="font-display text-2xl">რაღაც გაფუჭდა · Something broke</p>
      <LinkButton look="quiet" href="/">
        ბილეთი · Bileti
      </LinkButton>
    </main>
  )
}

function usePageTheme(): PageHandle['theme'] {
  return pageHandles(useMatches()).findLast((handle) => handle.theme)?.theme
}
