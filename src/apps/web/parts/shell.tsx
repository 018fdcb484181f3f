import { lazy, Suspense, type ReactNode } from 'react'
import { Outlet, useLocation, useMatches } from 'react-router'
import { pageHandles } from '#design/page-handle.ts'
import { late } from '#design/late.ts'
import { chromeOf } from '../chrome.ts'
import { useShellTexts } from '../texts.ts'
import { Header } from './header.tsx'
import { OfflineNote } from './offline-note.tsx'
import { ProgressBar } from './progress-bar.tsx'

/** The footer contains only links, which work without scripts: it is not part of the first script. */
const load = () => import('./late-parts.tsx')
const LateParts = import.meta.env.SSR ? (await load()).default : lazy(() => late(load()))

/** The layout of every page. A page may hide parts of it by its `handle`. */
export function Shell({ children }: { children?: ReactNode }) {
  const t = useShellTexts()
  const { pathname } = useLocation()
  const handles = pageHandles(useMatches())
  const chrome = chromeOf(pathname)
  const hasHeader = chrome.header !== 'none' && !handles.some((handle) => handle.hideHeader)
  const hasFooter = chrome.footer && !handles.some((handle) => handle.hideFooter)
  return (
    <div
      className="flex min-h-dvh flex-col"
      data-narrow-header={chrome.header === 'wide' ? 'hidden' : undefined}
    >
      <a href="#content" className="skip-link">
        {t('skipToContent')}
      </a>
      <ProgressBar />
      {hasHeader && <Header />}
      <OfflineNote />
      <main id="content" tabIndex={-1} className="grow outline-none">
        {children ?? <Outlet />}
      </main>
      <Suspense>{hasFooter && <LateParts />}</Suspense>
    </div>
  )
}
