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
    // A frame on another site has a session only if the browser supports partitioned cookies.
    isElsewhere: request.headers.get('sec-fetch-site') === 'cross-site',
  }
}

export function shouldRevalidate({ currentParams, nextParams }: ShouldRevalidateFunctionArgs) {
  return currentParams['slug'] !== nextParams['slug']
}

/** The layout of the widget's pages, without the shop's menus; other pages open in a new tab. */
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
              <LinkButton
                href={localizedPath(locale, `/shows/${slug}`)}
                target="_blank"
                rel="noopener"
              >
                {t('buyBeside')}
              </LinkButton>
            </div>
          ) : (
            <Outlet />
          )}
        </HostPageContext>
      </main>
      <footer className="page py-near text-note text-soft">
        <a href={localizedPath(locale, '/')} target="_blank" rel="noopener" className="link">
          {t('soldBy')}
        </a>
      </footer>
    </div>
  )
}

/** Opens links to shop pages inside the widget if it has an equivalent page. */
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

/** Opens other links in a new tab, because no other page of the shop may be framed. */
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

/** Moves the focus to the top of the next step, for keyboard and screen reader users. */
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

/** Whether this browser keeps no session for a frame on another site; known after hydration. */
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
