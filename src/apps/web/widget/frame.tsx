import { useEffect, useRef, useSyncExternalStore } from 'react'
import {
  createPath,
  Outlet,
  useBlocker,
  useLoaderData,
  useLocation,
  useNavigate,
  type LoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
} from 'react-router'
import { refusalAsResponse } from '#design/data/page-data.ts'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { LinkButton } from '#design/parts/link-button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { useLocale } from '#design/texts.tsx'
import { localizedPath } from '#kernel/locale.ts'
import { widgetFrame } from '#modules/merchant/widget-contract.ts'
import { OfflineNote } from '../parts/offline-note.tsx'
import { ProgressBar } from '../parts/progress-bar.tsx'
import { widgetPath } from './paths.ts'
import { useWidgetTexts } from './texts.ts'
import { useHost } from './use-host.ts'
import { HostPageContext } from './host-page.ts'
import './widget.css'

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  const query = { slug: params['slug'] ?? '' }
  const frame = await refusalAsResponse(calls.send(widgetFrame, { query }))
  return {
    ...frame,
    shopOrigin: calls.origin,
    // Another site's frame keeps a session only where the browser keeps partitioned cookies.
    isElsewhere: request.headers.get('sec-fetch-site') === 'cross-site',
  }
}

export function shouldRevalidate({ currentParams, nextParams }: ShouldRevalidateFunctionArgs) {
  return currentParams['slug'] !== nextParams['slug']
}

/** The frame of the widget's pages: no menus of the shop; what the widget has no page for opens beside it. */
export function WidgetFrame() {
  const t = useWidgetTexts()
  const locale = useLocale()
  const { slug, origins, shopOrigin, isElsewhere } = useLoaderData<typeof loader>()
  const root = useRef<HTMLDivElement>(null)
  const page = useHost(root, [...origins, shopOrigin])
  useStayInWidget(slug)
  useOthersOpenBeside(slug)
  const main = useFocusOnStep()
  const keepsNothing = useKeepsNothing(isElsewhere)
  return (
    <div ref={root} className="widget">
      <ProgressBar />
      <OfflineNote />
      <main id="content" ref={main} tabIndex={-1} className="outline-none">
        <HostPageContext value={page}>
          {keepsNothing ? (
            <div className="page space-y-near py-6">
              <Notice>{t('keepsNothing')}</Notice>
              <LinkButton href={localizedPath(locale, `/shows/${slug}`)}>
                {t('buyBeside')}
              </LinkButton>
            </div>
          ) : (
            <Outlet />
          )}
        </HostPageContext>
      </main>
      <footer className="page py-near text-note text-soft">
        <a href={localizedPath(locale, '/')} className="link">
          {t('soldBy')}
        </a>
      </footer>
    </div>
  )
}

/** Parts of the shop lead to its own pages: what the widget has as well is opened here. */
function useStayInWidget(slug: string): void {
  const navigate = useNavigate()
  const blocker = useBlocker(
    ({ nextLocation: { pathname } }) => widgetPath(slug, pathname) !== pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const { location } = blocker
    const path = widgetPath(slug, location.pathname)
    blocker.reset()
    if (path === null) window.open(createPath(location), '_blank', 'noopener')
    else void navigate({ ...location, pathname: path })
  }, [blocker, navigate, slug])
}

/** A link to anything else opens in a tab of its own, for no other page of the shop is shown in a frame. */
function useOthersOpenBeside(slug: string): void {
  useEffect(() => {
    const clicked = (event: MouseEvent): void => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null
      if (
        !(link instanceof HTMLAnchorElement) ||
        link.target !== '' ||
        link.hasAttribute('download')
      )
        return
      const { origin, pathname, href, hash } = link
      const isHere = origin === location.origin
      const isFile = /^\/(v2|groot|integrations|media)\//.test(pathname)
      const isPart = hash !== '' && pathname === location.pathname
      if (isHere && (isPart || isFile || widgetPath(slug, pathname) !== null)) return
      event.preventDefault()
      event.stopPropagation()
      window.open(href, '_blank', 'noopener')
    }
    document.addEventListener('click', clicked, true)
    return () => document.removeEventListener('click', clicked, true)
  }, [slug])
}

/** Who chooses by keyboard or listens goes on at the top of the next step. */
function useFocusOnStep() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}

/** Whether this browser keeps no session for a frame on another site; known once the page is the browser's own. */
function useKeepsNothing(isElsewhere: boolean): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => isElsewhere && !document.cookie.includes('__Host-Widget='),
    () => false,
  )
}

function neverChanges(): () => void {
  return () => undefined
}
